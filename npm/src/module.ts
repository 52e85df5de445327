// The WebAssembly module: its memory, a part of which is ours for arguments and answers, and its errors.

/** What carom refuses. The message names the argument, the element and the value. */
export class CaromError extends Error {
    /**
     * @param status the number of the status, negative
     * @param code   its name, such as `CAROM_ERROR_NOT_FINITE`
     */
    constructor(
        readonly status: number,
        readonly code: string,
        message: string,
    ) {
        super(message);
        this.name = "CaromError";
    }
}

/** A WebAssembly module that asks for v128.const: valid where there is SIMD. */
const SIMD = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 26, 11,
);

/** @throws Error that names what the module needs and the engine lacks */
export function requireSimd(): void {
    if (!WebAssembly.validate(SIMD)) {
        throw new Error("carom's WebAssembly module needs SIMD (simd128), which this JavaScript engine does not have");
    }
}

const PAGE = 65536;

type Call = (...args: number[]) => number;

/** An instance of the module. */
export class Module {
    readonly #exports: WebAssembly.Exports;
    readonly #memory: WebAssembly.Memory;
    /** Pages that we have grown the memory by: carom's allocator leaves alone what it has not grown itself. */
    #start = 0;
    #end = 0;
    #used = 0;

    constructor(exports: WebAssembly.Exports) {
        this.#exports = exports;
        this.#memory = exports["memory"] as WebAssembly.Memory;
    }

    /** The memory as it is now: a call may grow it, and then earlier views are empty. */
    view(): DataView {
        return new DataView(this.#memory.buffer);
    }

    bytes(at: number, length: number): Uint8Array {
        return new Uint8Array(this.#memory.buffer, at, length);
    }

    /** The same memory as `count` floats and as whole numbers; `at` is a multiple of 4. */
    numbers(at: number, count: number): { floats: Float32Array; words: Uint32Array } {
        const { buffer } = this.#memory;
        return { floats: new Float32Array(buffer, at, count), words: new Uint32Array(buffer, at, count) };
    }

    /** Calls a function that returns nothing of interest, such as a destructor. */
    run(name: string, ...args: number[]): void {
        (this.#exports[name] as Call)(...args);
    }

    /**
     * Calls a function that returns a status.
     * @throws CaromError if it is negative
     */
    call(name: string, ...args: number[]): number {
        const status = (this.#exports[name] as Call)(...args);
        if (status < 0) {
            const message = this.#text((this.#exports["carom_last_error_message"] as Call)());
            throw new CaromError(status, this.#text((this.#exports["carom_status_name"] as Call)(status)), message);
        }
        return status;
    }

    /**
     * Calls `use` with memory that it may have until it returns: zeroed, at a multiple of 64.
     * @param size bytes
     */
    with<T>(size: number, use: (at: number) => T): T {
        const before = this.#used;
        const at = this.#take(size);
        this.bytes(at, size).fill(0);
        try {
            return use(at);
        } finally {
            // Should the memory have moved meanwhile, everything in it is from this call.
            this.#used = before;
        }
    }

    #take(size: number): number {
        const needed = Math.ceil(Math.max(size, 1) / 64) * 64;
        if (this.#start + this.#used + needed > this.#end) {
            const pages = Math.ceil(Math.max(needed, 2 * (this.#end - this.#start)) / PAGE);
            const at = this.#grow(pages);
            if (at !== this.#end) {
                this.#start = at;
                this.#used = 0;
            }
            this.#end = at + pages * PAGE;
        }
        const at = this.#start + this.#used;
        this.#used += needed;
        return at;
    }

    #grow(pages: number): number {
        try {
            return this.#memory.grow(pages) * PAGE;
        } catch {
            throw new CaromError(-6, "CAROM_ERROR_OUT_OF_MEMORY", `out of memory: ${pages * PAGE} bytes for arguments`);
        }
    }

    #text(at: number): string {
        const bytes = new Uint8Array(this.#memory.buffer, at);
        // Copied, as decoders take no shared memory.
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }
}

/** A handle of carom's, freed by hand or, late, by the garbage collector. */
export class Handle {
    #pointer: number;

    constructor(
        readonly module: Module,
        readonly destroy: string,
        pointer: number,
    ) {
        this.#pointer = pointer;
        forgotten.register(this, { module, destroy, pointer }, this);
    }

    /** @throws Error if it was freed */
    get pointer(): number {
        if (this.#pointer === 0) throw new Error("it was freed, and is used");
        return this.#pointer;
    }

    free(): void {
        if (this.#pointer === 0) return;
        forgotten.unregister(this);
        this.module.run(this.destroy, this.#pointer);
        this.#pointer = 0;
    }
}

const forgotten = new FinalizationRegistry<{ module: Module; destroy: string; pointer: number }>((held) =>
    held.module.run(held.destroy, held.pointer),
);

/** Receives the handle that a call makes. */
export function make(module: Module, destroy: string, call: (out: number) => void): Handle {
    return module.with(4, (out) => {
        call(out);
        return new Handle(module, destroy, module.view().getUint32(out, true));
    });
}

/** The bytes that a handle is saved as. */
export function save(handle: Handle, name: string): Uint8Array {
    const { module } = handle;
    return module.with(4, (size) => {
        module.call(name, handle.pointer, 0, 0, size);
        const length = module.view().getUint32(size, true);
        return module.with(length, (at) => {
            module.call(name, handle.pointer, at, length, size);
            return module.bytes(at, length).slice();
        });
    });
}
