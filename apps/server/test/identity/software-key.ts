import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: Buffer) => data.toString('base64url')

/** A software authenticator with one ES256 key, by https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data. */
export class SoftwareKey {
  readonly id = base64(randomBytes(16))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  counter = 1
  /** Whether it verifies the person by PIN, finger or face. */
  verifies = true

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @param flags with `AT` if a credential is attached */
  #data(flags: number, attached = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter++)
    const present = 0x01 | (this.verifies ? 0x04 : 0) | flags
    return Buffer.concat([sha256('localhost'), Buffer.from([present]), count, attached])
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  make({ challenge }: { challenge: string }): string {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [kty, alg, crv] = [
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const
    const point = [
      [-2, x],
      [-3, y],
    ].map(([key, part]) => [key, new Uint8Array(Buffer.from(String(part), 'base64url'))])
    const cose = Buffer.from(isoCBOR.encode(new Map([kty, alg, crv, ...point] as [number, never][])))
    const id = Buffer.from(this.id, 'base64url')
    const attached = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
    const attestation = new Map<string, never>([
      ['fmt', 'none' as never],
      ['attStmt', new Map() as never],
      ['authData', new Uint8Array(this.#data(0x40, attached)) as never],
    ])
    const client = this.#client('webauthn.create', challenge)
    const response = {
      clientDataJSON: base64(client),
      attestationObject: base64(Buffer.from(isoCBOR.encode(attestation))),
    }
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  }

  use({ challenge }: { challenge: string }): string {
    const client = this.#client('webauthn.get', challenge)
    const data = this.#data(0)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    const response = {
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(signature),
    }
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  }
}
