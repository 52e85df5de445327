//! `carom completions` and `carom man`.

mod common;
use common::*;

const COMMANDS: [&str; 10] =
    ["cook", "info", "query", "pairs", "render", "sdf", "export", "diff", "bench", "completions"];

#[test]
fn every_shell_completes_every_command() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = bench.good(&format!("completions {shell}"));
        for word in COMMANDS.iter().chain(&["cooked-order"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let zsh = bench.good("completions zsh");
    assert!(zsh.contains("closest-point") && zsh.contains("bricks16"));
    assert_eq!(bench.run("completions csh").code, 2);
    assert_eq!(bench.run("completions").code, 2);
}

#[cfg(unix)]
#[test]
fn bash_takes_its_script() {
    let bench = Bench::new();
    bench.write("carom.bash", bench.good("completions bash"));
    let ask = "source ./carom.bash && COMP_WORDS=(carom co) COMP_CWORD=1 && _carom carom co carom && echo ${COMPREPLY[@]}";
    let run =
        std::process::Command::new("bash").args(["-c", ask]).current_dir(bench.directory.path()).output();
    // Not every machine has bash.
    if let Ok(output) = run {
        let said = Said::from(output);
        assert_eq!((said.code, said.out.trim()), (0, "cook completions"), "{}", said.err);
    }
}

#[test]
fn there_is_a_page_for_every_command() {
    let bench = Bench::new();
    let page = bench.good("man");
    assert!(page.contains(".TH carom 1") && page.contains("Exit codes"), "{page}");
    for command in COMMANDS {
        assert!(page.contains(&format!("carom\\-{command}(1)")), "{command}");
        let own = bench.good(&format!("man {command}"));
        assert!(own.contains(&format!(".TH carom-{command} 1")) && own.contains(".SH OPTIONS"), "{own}");
    }
    assert!(bench.good("man cook").contains("cooked\\-order"));
    assert_eq!(bench.misused("man nothing"), "nothing: there is no such command");
}
