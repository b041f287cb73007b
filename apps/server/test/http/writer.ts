import { calls } from '@cardinal/contract'
import { accepted, type TestNode } from '../support/node.ts'

/** Signs up a person. Returns functions to write a card, create a tag and read a card. */
export async function newWriter(server: TestNode) {
  const ada = await server.signUp()
  return {
    ada,
    note: async (content: string, more: object = {}) =>
      accepted(
        await ada.call(calls.createOneEntity, { body: { newEntity: { type: 'note', content, ...more } } }),
      ),
    tag: async (name: string) =>
      accepted(
        await ada.call(calls.createManyFromKeyword, {
          body: { frontendGeneratedTags: [{ tag_name: name }] },
        }),
      ).data[0]?._id as string,
    get: async (id: string) =>
      accepted(await ada.call(calls.getSpecificEntities, { body: { entity_ids: [id] } })).data[0],
  }
}
