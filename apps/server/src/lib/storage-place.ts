/** Where an S3-compatible storage keeps files, from `https://KEY:SECRET@host/bucket/prefix?region=…`. */
export interface StoragePlace {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Empty, or ends with `/`. */
  readonly prefix: string
  readonly key: string
  readonly secret: string
}

/** Null: a part is missing. */
export function storagePlace(address: string): StoragePlace | null {
  const { origin, username, password, pathname, searchParams } = new URL(address)
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '')
  if (bucket === '' || username === '' || password === '') return null
  return {
    endpoint: origin,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(''),
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  }
}
