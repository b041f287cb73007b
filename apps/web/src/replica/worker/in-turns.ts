/** ms of work before yielding. */
const LONGEST_SLICE_MS = 4

/**
 * Processes items in order, and yields to the event loop after `LONGEST_SLICE_MS`.
 *
 * @param yieldToEventLoop resolves after other tasks have run
 * @param now ms
 */
export async function inTurns<Item, Done>(
  items: readonly Item[],
  act: (item: Item) => Done,
  yieldToEventLoop: () => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<Done[]> {
  const done: Done[] = []
  let turnEnds = now() + LONGEST_SLICE_MS
  for (const item of items) {
    if (now() > turnEnds) {
      await yieldToEventLoop()
      turnEnds = now() + LONGEST_SLICE_MS
    }
    done.push(act(item))
  }
  return done
}
