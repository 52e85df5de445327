//! Tables in Markdown, so that they may be put into a page as they are.

/// A table with its columns below one another.
pub(crate) fn table(title: &str, head: &[String], rows: &[Vec<String>]) {
    println!("\n{title}\n");
    let lines = || std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
    let width = |k: usize| lines().map(|line| line[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    for (i, line) in lines().enumerate() {
        let cell = |(k, cell): (usize, &String)| match k {
            0 => format!(" {cell:<width$} |", width = widths[k]),
            _ => format!(" {cell:>width$} |", width = widths[k]),
        };
        println!("|{}", line.iter().enumerate().map(cell).collect::<String>());
        if i == 0 {
            let mark = |(k, width): (usize, &usize)| match k {
                0 => format!("{}|", "-".repeat(width + 2)),
                _ => format!("{}:|", "-".repeat(width + 1)),
            };
            println!("|{}", widths.iter().enumerate().map(mark).collect::<String>());
        }
    }
}

/// Words as cells.
pub(crate) fn strings(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}
