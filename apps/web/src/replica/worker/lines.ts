/**
 * The text of a response in chunks, as they arrive.
 *
 * @param onArrival called at each chunk
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
    reader.cancel().catch(() => {}) // The stream has ended or broken: nothing to cancel.
  }
}

/** The complete lines of each chunk of a text. Text after the last line break is dropped. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
}
