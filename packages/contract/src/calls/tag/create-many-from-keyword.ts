import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import {
  changed,
  fewCombinations,
  listOf,
  name,
  otherName,
  sentIds,
  settledId,
  stagedId,
  typeFromWire,
  typeToWire,
  wireType,
  workspaceId,
} from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** New tags, onto cards if wanted; a name that exists answers with its tag. */
export const createManyFromKeyword = defineChange({
  method: 'POST',
  path: '/tag/create-many-from-keyword',
  description: 'New tags, onto cards if wanted; a name that exists answers with its tag.',
  access: 'add',
  body: z
    .strictObject({
      frontendGeneratedTags: listOf(
        z.strictObject({
          _id: z.optional(stagedId),
          tag_name: name,
          /** A new tag is shown by it; one that exists keeps its own. */
          display_name: z.optional(otherName),
        }),
        LIMITS.namesInList,
        1,
      ),
      attachToTheseEntities: z._default(sentIds, []),
      entityType: z._default(z.nullable(wireType), null),
      workspace_id: workspaceId,
    })
    .check(fewCombinations(['frontendGeneratedTags', 'attachToTheseEntities'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'createTags',
  toArgs: ({ body }, { newId }) => ({
    tags: body.frontendGeneratedTags.map(({ _id, tag_name, display_name }) => ({
      id: settledId(_id, newId),
      name: tag_name,
      ...(display_name !== undefined && { displayName: display_name }),
    })),
    attachToCardIds: unique(body.attachToTheseEntities),
    cardType: body.entityType === null ? null : typeFromWire(body.entityType),
  }),
  fromArgs: ({ tags, attachToCardIds, cardType }, workspace_id) => ({
    body: {
      frontendGeneratedTags: tags.map(({ id: _id, name: tag_name, displayName: display_name }) => ({
        _id,
        tag_name,
        ...(display_name !== undefined && { display_name }),
      })),
      attachToTheseEntities: [...attachToCardIds],
      entityType: cardType == null ? null : typeToWire(cardType),
      workspace_id,
    },
  }),
})
