// What main.c and report.c are elsewhere, for WebAssembly: node node.mjs hashes.wasm [expected.txt]

import { readFileSync } from "node:fs";

const [module, file] = process.argv.slice(2);
const expected = file ? readFileSync(file, "utf8").trimEnd().split(/\r?\n/) : undefined;
let seen = 0;
let differing = 0;

const text = (at) => {
    const bytes = new Uint8Array(instance.exports.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
};

const imports = {
    hashes_report(group, hash) {
        const line = `${text(group)} ${BigInt.asUintN(64, hash).toString(16).padStart(16, "0")}`;
        if (!expected) {
            console.log(line);
        } else if (line !== expected[seen]) {
            console.log(`differs: ${line}, expected ${expected[seen] ?? "no more groups"}`);
            ++differing;
        }
        ++seen;
    },
    hashes_fail(group, what, message) {
        console.log(`failed: ${text(group)}: ${text(what)}: ${text(message)}`);
        process.exit(1);
    },
};

const { instance } = await WebAssembly.instantiate(readFileSync(module), { env: imports });
instance.exports.hash_everything();
if (expected) {
    if (seen < expected.length) console.log(`missing: ${expected[seen]} and what follows`);
    console.log(`wasm32: ${seen - differing} of ${expected.length} groups equal`);
    process.exitCode = differing > 0 || seen !== expected.length ? 1 : 0;
}
