/** ms of work after which others get their turn */
const TURN = 4

/**
 * Does one thing for each item, in order, and lets whatever else waits be done in between when that takes long.
 *
 * @param yieldToEventLoop resolves when others had their turn
 * @param now ms
 */
export async function inTurns<Item, Done>(
  items: readonly Item[],
  act: (item: Item) => Done,
  yieldToEventLoop: () => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<Done[]> {
  const done: Done[] = []
  let turnEnds = now() + TURN
  for (const item of items) {
    if (now() > turnEnds) {
      await yieldToEventLoop()
      turnEnds = now() + TURN
    }
    done.push(act(item))
  }
  return done
}
