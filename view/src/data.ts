// What the page carries, in base64.

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes in an element of the page; none if it is empty. */
export function bytesOf(id: string): Bytes | null {
    const element = document.getElementById(id);
    const text = element?.textContent?.trim() ?? "";
    // The text is not needed any more, and may be large.
    element?.remove();
    // What stands there in a page that `carom view` has not filled.
    if (text === "" || text.startsWith("<!--")) return null;
    const known = (Uint8Array as { fromBase64?: (text: string) => Bytes }).fromBase64;
    if (known) return known.call(Uint8Array, text);
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
    return bytes;
}
