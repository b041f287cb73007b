/** A storage in the page's memory. */
export class MemoryStorage implements Storage {
  readonly #texts = new Map<string, string>()

  get length(): number {
    return this.#texts.size
  }

  clear(): void {
    this.#texts.clear()
  }

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null
  }

  key(index: number): string | null {
    return [...this.#texts.keys()][index] ?? null
  }

  removeItem(key: string): void {
    this.#texts.delete(key)
  }

  setItem(key: string, value: string): void {
    this.#texts.set(key, value)
  }
}
