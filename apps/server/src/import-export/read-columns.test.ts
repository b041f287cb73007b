import { describe, expect, it } from 'vitest'
import { readColumns } from './read-columns.ts'
import { NO_CHOICE, type TableChoice } from './read-csv.ts'
import { readFile } from './read-file.ts'
import { Reading } from './reading.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
async function columns(text: string, choice: Partial<TableChoice> = {}) {
  const found = readColumns(bytes(text), { ...NO_CHOICE, ...choice }, new Reading())
  if (!found.ok) return found.error
  return {
    fields: found.value.columns.map(({ name, field }) => `${name}=${field}`),
    samples: found.value.columns.map(({ samples }) => samples),
    rows: found.value.rows.map((row) =>
      'reason' in row ? row.reason : [row.card.type, row.card.content, ...row.card.tags].join('|'),
    ),
  }
}

describe('the columns of a table', () => {
  it('[HM-19] columns of a table are recognised by any of the usual names', async () => {
    expect(
      await columns('Name;URL;Labels;Due date\nOne;https://x.example/1;a, b;2026-03-01\n'),
    ).toMatchObject({
      fields: ['Name=title', 'URL=url', 'Labels=tags', 'Due date=dueAt'],
      rows: ['link|One\nhttps://x.example/1|a|b'],
    })
  })

  it('[HM-19] columns with unknown names are recognised by the values in the first rows', async () => {
    const file =
      'Wo\tWann\tWas\tRang\nhttps://x.example/1\t2024-05-01\tBrot\t1\nhttps://x.example/2\t2024-05-02\tTee\t2\n'
    expect(await columns(file)).toEqual({
      fields: ['Wo=url', 'Wann=created', 'Was=title', 'Rang=-'],
      samples: [
        ['https://x.example/1', 'https://x.example/2'],
        ['2024-05-01', '2024-05-02'],
        ['Brot', 'Tee'],
        ['1', '2'],
      ],
      rows: ['link|Brot\nhttps://x.example/1', 'link|Tee\nhttps://x.example/2'],
    })
  })

  it.each([
    'Titel;Webadresse;Schlagwörter;Hinzugefügt am;Ordner;Beschreibung',
    'TITRE;Lien;Mots-clés;Date d’ajout;Dossier;Remarques',
    'Título;Enlace;Etiquetas;Fecha de creación;Carpeta;Descripción',
    'Titolo;Collegamento;Parole chiave;Data di creazione;Cartella;Note',
    'Título;Endereço web;Palavras-chave;Criado em;Pasta;Observações',
    'Naam;Webadres;Trefwoorden;Toegevoegd;Map;Opmerkingen',
  ])('[HM-19] columns of a table are recognised by names in other European languages: %s', async (header) => {
    const found = await columns(`${header}\nx;x;x;x;x;x\n`)
    const fields = ['title', 'url', 'tags', 'created', 'folder', 'description']
    expect(found).toMatchObject({ fields: header.split(';').map((name, at) => `${name}=${fields[at]}`) })
  })

  it('[HM-19] a column is recognised as tags if every row holds short names between separators', async () => {
    expect(
      await columns('a\tb\nRye bread, slow\tbread | baking\nBlack tea\ttea | hot drinks\n'),
    ).toMatchObject({
      fields: ['a=title', 'b=tags'],
    })
    expect(await columns('a;b\nsalt, flour;1\noil, vinegar;2\n')).toMatchObject({
      fields: ['a=title', 'b=-'],
    })
    expect(await columns('a;b\nKnead, rest.  Then bake;x\n')).toMatchObject({ fields: ['a=title', 'b=-'] })
  })

  it('[HM-19] columns without a header row are numbered, and two columns may have one name, or a name with a comma', async () => {
    expect(
      await columns('Brot,https://x.example/1\nTee,https://x.example/2\n', { hasHeader: false }),
    ).toMatchObject({
      fields: ['Column 1=title', 'Column 2=url'],
      rows: ['link|Brot\nhttps://x.example/1', 'link|Tee\nhttps://x.example/2'],
    })
    const file = '"a, b",x,x\nOne,Two,Three\n'
    expect(
      await columns(file, {
        columns: new Map([
          ['#1', 'tags'],
          ['#3', 'title'],
        ]),
      }),
    ).toMatchObject({
      fields: ['a, b=tags', 'x=-', 'x=title'],
      rows: ['note|Three|One'],
    })
  })

  it('columns may be named as a property of every object', async () => {
    const file = 'url,constructor,__proto__\nhttps://x.example/,a,b\n'
    expect(await columns(file)).toMatchObject({ rows: ['link|a\nhttps://x.example/'] })
    const chosen = {
      columns: new Map([
        ['url', 'url'],
        ['__proto__', 'tags'],
      ]),
    }
    expect(await columns(file, chosen)).toMatchObject({ rows: ['link|https://x.example/|b'] })
  })

  it('columns are recognised even if the examined part of a file ends inside a row', async () => {
    expect(await columns('a,b\n1,x\n2,"no e')).toMatchObject({ rows: ['note|x'] })
    const long = `a,b\n${'1,word\n'.repeat(5_000)}`
    expect(await columns(long)).toMatchObject({ rows: Array(8).fill('note|word') })
  })

  it.each(['', '{"a":1,"b":2}', '<a,b>', 'words\nand words', '\u0000\u0001,\u0002', 'a\nb\nc'])(
    'the text %j has no table columns',
    async (text) => {
      expect(await columns(text)).toBe('no-table')
    },
  )

  it('[HM-19] columns chosen by number are imported as in the preview, and unchosen ones are left out', async () => {
    const file = 'Brot;x;2026-03-01;5\nTee;;;6\nSalz;no;;7\nMehl;2024-02-03;;8\n'
    const table: TableChoice = {
      columns: new Map([
        ['#1', 'title'],
        ['#2', 'doneat'],
        ['#3', 'dueat'],
        ['#4', '-'],
      ]),
      hasHeader: false,
      rows: 'todo',
    }
    const read = await readFile(bytes(file), { table })
    if (!read.ok) throw new Error(read.error)
    const cards = read.value.rows.flatMap((row) => ('card' in row ? [row.card] : []))
    expect(cards.map(({ type, content, dueAt }) => [type, content, dueAt])).toEqual([
      ['todo', 'Brot', '2026-03-01'],
      ['todo', 'Tee', null],
      ['todo', 'Salz', null],
      ['todo', 'Mehl', null],
    ])
    const [first, second, third, fourth] = cards.map(({ doneAt }) => doneAt)
    expect(Math.abs((first ?? 0) - Date.now())).toBeLessThan(60_000)
    expect([second, third, fourth]).toEqual([null, null, Date.parse('2024-02-03')])
    expect(read.value.lost).toEqual([])
  })

  it('[TG-7] a header that names no address is understood by its rows, as the app offers it', async () => {
    const cardsIn = async (text: string) => {
      const read = await readFile(bytes(text))
      if (!read.ok) return read.error
      return read.value.rows.map((row) => ('card' in row ? [row.card.content, row.card.folders] : row.reason))
    }
    const link = 'A\nhttps://a.example'
    expect(await cardsIn('Titel;URL-Adresse;Ordner\nA;https://a.example;D\n')).toEqual([[link, ['D']]])
    expect(await cardsIn('Nom,Adresse,Commentaire\nA,https://a.example,c\n')).toEqual([[`${link}\n\nc`, []]])
    expect(await cardsIn('标题,网站,备注\nA,https://a.example,n\n')).toEqual([[`${link}\n\nn`, []]])
    expect(await cardsIn('Nombre,Dirección\nA,Calle 1\n')).toEqual([['A', []]])
    expect(await cardsIn('Kunde,Umsatz\nA,1\n')).toMatch('cannot be imported')
    // The importer can't know what a rank is.
    expect(await cardsIn('Wo;Was;Rang\nhttps://a.example;A;1\n')).toMatch('cannot be imported')
  })
})
