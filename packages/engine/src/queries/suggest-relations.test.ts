import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

const CARDS = `
  note 1 #spring #java #recipe
  note 2 #spring #java #recipes
  note 3 #spring #java #recipes
  note 4 #spring #java #self-hosted
  note 5 #spring #java #selfhosted
  note 6 #java #kubernetes #c++
  note 7 #java #kubernets #c#
  note 8 #java #list #react17
  note 9 #java #lisp #react18
  note 10 #java #glass`

describe.each(IMPLEMENTATIONS)('suggestRelations of %s', (_, create) => {
  const said = (workspace: ReturnType<typeof create>) =>
    workspace.ask('suggestRelations', { limit: 20 }).map((found) => {
      const why = found.kind === 'same' ? found.likeness : `${found.count} of ${found.of}`
      return `${found.tag.name} ${found.kind} ${found.other.name}: ${why}`
    })

  it('[TG-1] suggestRelations finds spellings of one name, and a parent for a tag whose cards nearly all have it', () => {
    const workspace = create()
    workedExample(workspace, CARDS)
    expect(said(workspace)).toEqual([
      'recipe same recipes: plural',
      'kubernets same kubernetes: letter',
      'selfhosted same self-hosted: signs',
      'spring part java: 5 of 5',
    ])
  })

  it('[TG-1] suggestRelations suggests nothing for tags that are already related', () => {
    const workspace = create()
    const example = workedExample(workspace, CARDS)
    example.changeTag('spring', { parentIds: [example.tag('java')] })
    expect(said(workspace)).not.toContain('spring part java: 5 of 5')
  })
})
