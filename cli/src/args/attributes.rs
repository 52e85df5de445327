//! The attribute bits of a level's brushes, and the filter by them.

use crate::values::bits;
use carom::mesh::Filter;
use clap::Args;

/// The meaning of the attribute bits of a level's brushes.
macro_rules! attributes {
    () => {
        "Attribute bits of a level's brushes:
  0x0001 solid    0x0010 fog           0x0100 detail     0x1000 ladder
  0x0002 lava     0x0020 player clip   0x0200 sky        0x2000 no impact
  0x0004 slime    0x0040 monster clip  0x0400 slick      0x4000 no drop
  0x0008 water    0x0080 translucent   0x0800 no damage  0x8000 metal"
    };
}

pub(super) const ATTRIBUTES: &str = attributes!();

pub(super) use attributes;

/// The triangles or brushes that answers are about.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Only triangles or brushes that have all these attribute bits, such as 3 or 0x3
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) require: u16,
    /// Only triangles or brushes that have none of these attribute bits
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) exclude: u16,
    /// Only triangles or brushes that have at least one of these attribute bits; 0 for no such condition
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) any_of: u16,
}

impl FilterArgs {
    /// A filter with these bits.
    pub(crate) fn filter(&self) -> Filter {
        let FilterArgs { require, exclude, any_of } = *self;
        Filter { require, exclude, any_of, ..Filter::default() }
    }
}
