import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

/**
 * Writes a brotli file next to each script and stylesheet of a build. The server sends these files, so that no request waits
 * for compression and the best level costs nothing.
 *
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
  await Promise.all(files.map(async (file) => writeFile(`${file}.br`, await compress(await readFile(file)))))
}
