import { once } from 'node:events'
import { openApi } from '@cardinal/contract/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { request, serverFor, startNode } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('operations on $name', ({ start }) => {
  const server = serverFor(start)

  it('a running server reports that it is alive and ready', async () => {
    expect((await request(server.api, 'GET', '/health')).status).toBe(200)
    expect((await request(server.api, 'GET', '/ready')).status).toBe(200)
  })

  it('the server serves a valid OpenAPI 3.1 document, and a page that shows it', async () => {
    const { body } = await request(server.api, 'GET', '/openapi.json')
    expect(body).toEqual(openApi({ version: body.info.version, serverUrl: body.servers[0].url }))
    expect(await new Validator().validate(structuredClone(body))).toMatchObject({ valid: true })
    const page = await request(server.api, 'GET', '/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const path of Object.keys(body.paths)) expect(page.body).toContain(`<code>${path}</code>`)
    expect(page.body).not.toMatch(/<script|style=|onclick/)
    expect((await request(server.api, 'GET', '/docs.css')).headers.get('content-type')).toContain('text/css')
  })

  it('the server serves figures for Prometheus only to its own network', async () => {
    const { body } = await request(server.api, 'GET', '/../metrics')
    expect(body).toContain('cardinal_request_seconds_bucket')
    expect(body).toContain('cardinal_replica_bytes')
    for (const figure of [
      /^cardinal_users \d+$/m,
      /^cardinal_cards \d+$/m,
      /^cardinal_stored_bytes \d+$/m,
      /^cardinal_info\{version="[\d.]+",database="(sqlite|postgres)"\} 1$/m,
      /^cardinal_security_events_total\{event="sign-in-failed"\} \d+$/m,
    ])
      expect(body).toMatch(figure)
    const forwarded = await request(server.api, 'GET', '/../metrics', undefined, {
      'x-forwarded-for': '8.8.8.8',
    })
    expect(forwarded.status).toBe(404)
  })

  it('a stopping server finishes running requests, ends streams, and is no longer ready', async () => {
    const other = await startNode(server.database)
    const ada = await other.signUp()
    const events = await fetch(`${other.api}/sync/events`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const reading = events.text()
    const arrived = once(other.node.app.server, 'request')
    const pushed = ada.send(
      'POST',
      '/sync/push',
      Array.from({ length: 40 }, (_, i) => ({
        key: `k${i}`,
        method: 'POST',
        path: '/entity/create-one',
        body: { newEntity: { type: 'note', content: `n${i}` } },
      })),
    )
    await arrived
    other.node.services.state.stop()
    expect((await request(other.api, 'GET', '/ready')).status).toBe(503)
    const stopped = other.stop()
    expect((await pushed).body.data.every((one: { status: number }) => one.status === 200)).toBe(true)
    await reading
    await stopped
    await expect(request(other.api, 'GET', '/health')).rejects.toThrow()
  })

  it('the server deletes old tombstones, and asks devices with an older cursor to reload', async () => {
    const day = 86_400_000
    let now = Date.now()
    const other = await startNode(server.database, { now: () => now })
    const ada = await other.signUp()
    const made = await ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'x' } })
    const pulled = await ada.send('GET', '/sync/pull')
    const { cursor } = JSON.parse(pulled.body.trimEnd().split('\n').at(-1))
    await ada.send('POST', '/entity/delete-many', { entity_ids: [made.body.data._id] })
    const { accessToken } = await other.node.identity.sessions.issue(ada.userId, undefined)
    expect(accessToken).not.toBe('')
    now += 31 * day
    const later = await other.node.identity.sessions.issue(ada.userId, undefined)
    const headers = { authorization: `Bearer ${later.accessToken}` }
    const deleted = await request(other.api, 'POST', '/entity/get-deleted', {}, headers)
    expect(deleted.body.total_in_db).toBe(0)
    const restore = { entity_ids: [made.body.data._id] }
    expect((await request(other.api, 'POST', '/entity/restore-many', restore, headers)).status).toBe(404)
    now += 180 * day
    await other.node.housekeeping.run()
    const last = await other.node.identity.sessions.issue(ada.userId, undefined)
    const old = await request(other.api, 'GET', `/sync/pull?cursor=${cursor}`, undefined, {
      authorization: `Bearer ${last.accessToken}`,
    })
    expect(old).toMatchObject({ status: 410, body: { command: 'resync' } })
    await other.stop()
  })
})
