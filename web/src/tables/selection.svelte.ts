// What is selected on a drawn table, and not yet played. It is forgotten as soon as the table moves on.

export class Selection {
    private keys = $state.raw<readonly string[]>([]);

    /** `moment` changes whenever what was selected means nothing any more. To be made while a component is. */
    constructor(moment: () => unknown) {
        const now = $derived(moment());
        $effect.pre(() => {
            void now;
            this.keys = [];
        });
    }

    get all(): readonly string[] {
        return this.keys;
    }

    get size(): number {
        return this.keys.length;
    }

    /** The only one, if there is exactly one. */
    get one(): string | null {
        return this.keys.length === 1 ? this.keys[0]! : null;
    }

    has(key: string): boolean {
        return this.keys.includes(key);
    }

    toggle(key: string): void {
        this.keys = this.has(key) ? this.keys.filter((one) => one !== key) : [...this.keys, key];
    }

    /** This, and nothing else. */
    set(...keys: string[]): void {
        this.keys = keys;
    }

    clear(): void {
        this.keys = [];
    }
}
