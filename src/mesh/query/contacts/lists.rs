//! Lists of contacts, of whatever is touched: sorted, in manifolds, as many of each as are wanted.

use super::contact::Contact;
use super::manifolds::{number_manifolds, reduce_manifolds};
use super::options::ContactOptions;
use crate::Result;
use crate::batch::{Found, ListOutput, ListWriter, Lists, Offsets, Output, check_offsets};

/// Checks everything, then writes the contacts of so many shapes, which `answer` shows of each by its number.
pub(crate) fn write_contacts(
    count: usize,
    check: impl Fn(usize) -> Result<()>,
    options: &ContactOptions,
    offsets: &mut dyn Output<u64>,
    contacts: &mut dyn ListOutput<Contact>,
    answer: impl Fn(usize, &mut dyn FnMut(Contact)),
) -> Result<Lists> {
    check_offsets(count, offsets)?;
    (0..count).try_for_each(check)?;
    options.check()?;
    let mut writer = ListWriter::new(contacts, Contact::order, |list| list.sort_unstable_by(Contact::order));
    let mut offsets = Offsets::new(offsets);
    for i in 0..count {
        answer(i, &mut |contact| writer.push(contact));
        let end = writer.finish_list_reduced(|list, is_complete| {
            list.sort_unstable_by(Contact::order);
            number_manifolds(list, options.merge_cos);
            match options.max_points {
                most @ 1.. if is_complete => reduce_manifolds(list, most as usize),
                _ => list.len(),
            }
        });
        offsets.end_list(i, end);
    }
    Ok(writer.finish())
}
