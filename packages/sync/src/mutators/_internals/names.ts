import { BAD_NAME_MESSAGE, LIMITS } from '@cardinal/domain'

/** The sentence for each way in which a name of a tag or group can be wrong. */
export function badName(error: 'bad-characters' | 'too-long'): string {
  return error === 'bad-characters' ? BAD_NAME_MESSAGE : `A name can have ${LIMITS.nameLength} characters.`
}
