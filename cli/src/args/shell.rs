//! The arguments of `carom completions` and `carom man`.

use clap::Args;
use clap_complete::Shell;

/// Print the script by which a shell completes carom's words
#[derive(Args)]
#[command(after_help = "Examples:
  carom completions bash > ~/.local/share/bash-completion/completions/carom
  carom completions zsh > ~/.zfunc/_carom
  carom completions fish > ~/.config/fish/completions/carom.fish
  carom completions powershell >> $PROFILE")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Print the manual page of carom, or of one of its commands
#[derive(Args)]
#[command(after_help = "Examples:
  carom man > carom.1
  carom man cook > carom-cook.1")]
pub(crate) struct ManArgs {
    /// The command; without it, the page of carom itself
    pub(crate) command: Option<String>,
}
