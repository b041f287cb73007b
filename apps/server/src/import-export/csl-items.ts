import { type Fields, textOf } from './ledger.ts'
import { joinedTexts } from './link-row.ts'
import { textOfMarkup } from './markup-text.ts'

const CSL_TYPES = new Set(
  'article,article-journal,article-magazine,article-newspaper,bill,book,broadcast,chapter,classic,collection,dataset,document,entry,entry-dictionary,entry-encyclopedia,event,figure,graphic,hearing,interview,legal_case,legislation,manuscript,map,motion_picture,musical_score,pamphlet,paper-conference,patent,performance,periodical,personal_communication,post,post-weblog,regulation,report,review,review-book,software,song,speech,standard,thesis,treaty,webpage'.split(
    ',',
  ),
)

/** A date of CSL, such as `{"date-parts": [["2024", 1, 5]]}`. Month and day may be missing. '': none. */
function dayOfCsl(date: Fields): string {
  date.skip(['season', 'circa'])
  const [parts] = date.list('date-parts')
  const known = Array.isArray(parts)
    ? parts
        .slice(0, 3)
        .map((part) => (textOf(part) ?? '').padStart(2, '0'))
        .join('-')
    : ''
  return known || date.text('raw', 'literal')
}

/** CSL JSON of Zotero and other reference managers. */
export const CSL_ITEM = {
  name: 'CSL JSON',
  signs: ['id', 'type', 'title'],
  fits: (fields: Fields) => CSL_TYPES.has(fields.peek('type')),
  translate: (fields: Fields) => {
    fields.skip(['type'])
    const people = fields.objects('author').map((person) => {
      person.skip(['sequence', 'affiliation'])
      return joinedTexts([person.text('family', 'literal'), person.text('given')], ', ')
    })
    const doi = fields.text('doi')
    return {
      type: '',
      title: fields.text('title').replace(/<\/?(?:i|b|sc|sub|sup|span)(?: [^<>]{0,100})?>/g, ''),
      url: fields.text('url') || (doi === '' ? '' : `https://doi.org/${doi}`),
      description: joinedTexts(
        [
          joinedTexts([people.join('; '), dayOfCsl(fields.object('issued')).slice(0, 4)], ', '),
          fields.text('abstract'),
          fields.text('note'),
        ],
        '\n\n',
      ),
      note: '',
      abstract: '',
      tags: fields.take('keyword', (value) => {
        const names = textOf(value)?.split(/[,;]/)
        return names?.map((name) => name.trim()) ?? null
      }),
      created: dayOfCsl(fields.object('accessed')),
    }
  },
}

/** The table of Zotero, in which semicolons stand between people, tags and files. */
export const ZOTERO_ROW = {
  name: 'Zotero (CSV)',
  signs: ['key', 'item type', 'publication year', 'title'],
  translate: (fields: Fields) => {
    fields.skip(['key', 'item type', 'date modified'])
    const year = fields.text('publication year')
    fields.skip(['date'], ['', year])
    const address = fields.text('url')
    const doi = fields.text('doi')
    const pages = address === '' && doi === '' ? partsOf(fields.text('link attachments')) : []
    for (const file of partsOf(fields.text('file attachments')))
      fields.files.push(file.split(/[/\\]/).at(-1) ?? file)
    const about = [
      joinedTexts([fields.text('author'), year], ', '),
      fields.text('abstract note'),
      textOfMarkup(fields.text('notes')).text,
    ]
    return {
      type: '',
      url: address || (doi === '' ? (pages[0] ?? '') : `https://doi.org/${doi}`),
      description: joinedTexts(about, '\n\n'),
      notes: '',
      tags: ['manual tags', 'automatic tags'].flatMap((name) => partsOf(fields.text(name))),
      // The day of the publication is in a field of its own.
      created: fields.instant('date added'),
      date: '',
    }
  },
}

function partsOf(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
