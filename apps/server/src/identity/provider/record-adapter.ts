import { ok } from '@cardinal/domain'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Store } from '../../store/index.ts'

/** Stores the provider's records, so that they survive restarts and are shared by nodes. */
export class RecordAdapter implements Adapter {
  readonly #store: Store
  readonly #model: string
  readonly #now: () => number

  constructor(store: Store, model: string, now: () => number) {
    this.#store = store
    this.#model = model
    this.#now = now
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const record = {
      model: this.#model,
      id,
      payload: JSON.stringify(payload),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expires_at: Number.isFinite(expiresIn) ? this.#now() + expiresIn * 1000 : null,
    }
    await this.#store.transact(async (tx) => ok(await tx.providerRecords.put(record)))
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#read(await this.#store.providerRecords.byId(this.#model, id))
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#read(await this.#store.providerRecords.byUid(this.#model, uid))
  }

  /** Only the device flow calls this, and it is off. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async consume(id: string): Promise<void> {
    await this.#store.transact(async (tx) => {
      const record = await tx.providerRecords.byId(this.#model, id)
      if (record === undefined) return ok(null)
      const payload = { ...(JSON.parse(record.payload) as object), consumed: Math.floor(this.#now() / 1000) }
      return ok(await tx.providerRecords.put({ ...record, payload: JSON.stringify(payload) }))
    })
  }

  async destroy(id: string): Promise<void> {
    await this.#store.transact(async (tx) => ok(await tx.providerRecords.remove(this.#model, id)))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#store.transact(async (tx) => ok(await tx.providerRecords.removeByGrant(grantId)))
  }

  #read(record: { payload: string; expires_at: number | null } | undefined): AdapterPayload | undefined {
    if (record === undefined || (record.expires_at ?? Number.POSITIVE_INFINITY) <= this.#now())
      return undefined
    return JSON.parse(record.payload) as AdapterPayload
  }
}

/** Stores nothing: the provider's session is only needed within the request that makes the code. */
export class ForgetfulAdapter extends RecordAdapter {
  override async upsert(): Promise<void> {}

  override async find(): Promise<undefined> {
    return undefined
  }

  override async findByUid(): Promise<undefined> {
    return undefined
  }
}
