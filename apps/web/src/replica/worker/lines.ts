/**
 * The text of a response, piece by piece as it arrives.
 *
 * @param onArrival told of each piece
 */
export async function* chunksOf(response: Response, onArrival: () => void): AsyncGenerator<string> {
  if (response.body === null) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      onArrival()
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.cancel().catch(() => {}) // It ended already, or the connection broke: there is nothing to close.
  }
}

/**
 * The complete lines of a text that comes in pieces, those of a piece at once. What stands after the last line break is
 * no line.
 */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
}
