/** Whether this node is on its way out; asked by `ready` and by streams that would go on for ever. */
export class NodeState {
  #isStopping = false
  readonly #onStop = new Set<() => void>()

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Calls back when the node begins to stop. Returns the way to forget about it. */
  onStop(callback: () => void): () => void {
    this.#onStop.add(callback)
    return () => this.#onStop.delete(callback)
  }

  stop(): void {
    this.#isStopping = true
    for (const callback of this.#onStop) callback()
    this.#onStop.clear()
  }
}
