import type { S3Client } from '@aws-sdk/client-s3'
import type { StoragePlace } from '../lib/storage-place.ts'

/** ms to connect, and for one request: 256 KiB, or a list of names. */
const CONNECT_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 30_000

/** The storage of files can't be reached, or refuses a request. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
}

interface Opened {
  readonly s3: typeof import('@aws-sdk/client-s3')
  readonly client: S3Client
}

/**
 * Objects in an S3-compatible storage. The client is imported at the first use, so that the start does not wait for
 * it.
 */
export class ObjectStorage {
  readonly #place: StoragePlace
  #opening: Promise<Opened> | null = null

  constructor(place: StoragePlace) {
    this.#place = place
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.#do(({ s3, client }) =>
      client.send(new s3.PutObjectCommand({ ...this.#at(name), Body: bytes, ContentLength: bytes.length })),
    )
  }

  /** Undefined: there is no such object. */
  get(name: string): Promise<Buffer | undefined> {
    return this.#do(async ({ s3, client }) => {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(this.#at(name)))
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (failure) {
        if (failure instanceof s3.NoSuchKey) return undefined
        throw failure
      }
    })
  }

  /** Removes all objects whose names start with `begin`, including those of uploads that have no row. */
  async removeAll(begin: string): Promise<void> {
    await this.#do(async ({ s3, client }) => {
      const { bucket: Bucket, prefix } = this.#place
      for (let isLeft = true; isLeft; ) {
        const listed = await client.send(
          new s3.ListObjectsV2Command({ Bucket, Prefix: prefix + begin, MaxKeys: 1_000 }),
        )
        const Objects = (listed.Contents ?? []).map(({ Key }) => ({ Key }))
        if (Objects.length === 0) return
        const { Errors = [] } = await client.send(
          new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors.length > 0) throw new Error(Errors[0]?.Message)
        isLeft = listed.IsTruncated === true
      }
    })
  }

  async close(): Promise<void> {
    const opened = await this.#opening
    opened?.client.destroy()
  }

  #at(name: string) {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + name }
  }

  async #do<Answer>(act: (opened: Opened) => Promise<Answer>): Promise<Answer> {
    try {
      this.#opening ??= this.#open()
      return await act(await this.#opening)
    } catch (failure) {
      throw new StorageAway('The storage of files can’t be reached.', { cause: failure })
    }
  }

  async #open(): Promise<Opened> {
    const s3 = await import('@aws-sdk/client-s3')
    const { endpoint, region, key, secret } = this.#place
    const client = new s3.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: key, secretAccessKey: secret },
      // Bucket names as parts of host names would need a DNS name and a certificate for each bucket, which most
      // self-hosted storages lack.
      forcePathStyle: true,
      // Older storages refuse the checksums that newer clients add. Each piece and the whole file have our own
      // hash.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    })
    return { s3, client }
  }
}
