import type { COLUMN_FIELDS } from '@cardinal/contract'
import { fold } from '@cardinal/domain'
import { instantIn } from './moments.ts'
import { ADDRESS_FIELDS, TIME_FIELDS, TITLE_FIELDS } from './read-record.ts'

export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** Samples per column, and UTF-16 units of each. */
const SAMPLES_PER_COLUMN = 3
export const SAMPLE_UNITS = 200
/** UTF-16 units of the longest name in a column that is taken for tags. */
const LONGEST_NAME = 30
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i

/** English names besides those in `read-record.ts`. */
const ENGLISH: Readonly<Partial<Record<ColumnField, string>>> = {
  content: 'content, text',
  description: 'description, note, notes, excerpt, comment, comments',
  tags: 'tags, tag, labels, keywords',
  folder: 'folder, collection',
  dueAt: 'due, due date, dueat, deadline',
  doneAt: 'done, doneat, completed, finished',
  type: 'type',
}

/**
 * Names in German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Chinese, Japanese and Korean.
 * Words that can also mean a postal address are left out: the rows decide.
 */
const OTHERS: Readonly<Partial<Record<ColumnField, string>>> = {
  url: 'webadresse, internetadresse, lien, adresse web, enlace, dirección web, collegamento, indirizzo web, endereço web, webadres, koppeling, odnośnik, adres strony, ссылка, ссылки, адрес сайта, 网址, 链接, 網址, 連結, 鏈接, リンク, 링크',
  title:
    'titel, bezeichnung, aufgabe, titre, nom, tâche, título, nombre, tarea, titolo, nome, attività, tarefa, naam, taak, tytuł, nazwa, zadanie, название, заголовок, наименование, задача, 标题, 名称, 任务, 標題, 名稱, 任務, タイトル, 件名, 名前, タスク, 제목, 이름, 할 일',
  content:
    'inhalt, contenu, texte, contenido, texto, contenuto, testo, conteúdo, inhoud, tekst, treść, текст, содержание, содержимое, 内容, 正文, 內容, 本文, 내용',
  description:
    'beschreibung, notiz, notizen, anmerkung, anmerkungen, bemerkung, kommentar, remarque, remarques, commentaire, commentaires, descripción, nota, notas, comentario, comentarios, observaciones, descrizione, commento, commenti, descrição, comentário, comentários, observações, beschrijving, notitie, notities, opmerking, opmerkingen, opis, notatka, notatki, uwagi, komentarz, описание, заметка, заметки, примечание, примечания, комментарий, комментарии, 描述, 备注, 说明, 笔记, 摘要, 備註, 說明, 筆記, 説明, メモ, 備考, コメント, 설명, 메모, 비고',
  tags: 'schlagwort, schlagworte, schlagwörter, stichworte, stichwörter, etiketten, étiquettes, mots-clés, mots clés, etiquetas, palabras clave, etichette, parole chiave, palavras-chave, trefwoorden, tagi, etykiety, słowa kluczowe, теги, тег, метки, ключевые слова, 标签, 关键词, 標籤, 關鍵字, タグ, キーワード, 태그',
  folder:
    'ordner, sammlung, dossier, carpeta, colección, cartella, raccolta, pasta, coleção, map, verzameling, kolekcja, папка, коллекция, 文件夹, 分类, 收藏夹, 資料夾, 分類, フォルダ, フォルダー, 폴더',
  created:
    'datum, erstellt, erstellt am, hinzugefügt, hinzugefügt am, date d’ajout, date de création, ajouté le, créé le, fecha, fecha de creación, creado, añadido, data, data di creazione, creato, aggiunto, data de criação, criado em, adicionado, adicionado em, aangemaakt, toegevoegd, data utworzenia, utworzono, dodano, дата, дата создания, дата добавления, создано, добавлено, 日期, 创建时间, 创建日期, 添加时间, 建立時間, 日付, 作成日, 作成日時, 追加日, 날짜, 생성일',
  dueAt:
    'fällig, fällig am, fälligkeit, frist, échéance, date d’échéance, vencimiento, fecha de vencimiento, fecha límite, scadenza, vencimento, prazo, vervaldatum, termin, termin wykonania, срок, срок выполнения, 截止日期, 到期日, 截止时间, 期限, 期日, 締め切り, 마감일, 기한',
  doneAt:
    'erledigt, erledigt am, abgeschlossen, terminé, fait, hecho, completado, terminado, fatto, completato, feito, concluído, klaar, voltooid, gedaan, ukończone, wykonane, zakończone, выполнено, завершено, готово, сделано, 完成, 已完成, 完成时间, 完了, 完了日, 완료',
  type: 'typ, art, tipo, soort, rodzaj, тип, 类型, 類型, 種類, 유형',
}

/** Foreign words that are also English words with another meaning. */
const ALSO_ENGLISH = new Set(['art', 'data', 'fait', 'map', 'pasta'])

const IN_ENGLISH: ReadonlyMap<string, ColumnField> = new Map([
  ...ADDRESS_FIELDS.map((name) => [keyOf(name), 'url'] as const),
  ...TITLE_FIELDS.map((name) => [keyOf(name), 'title'] as const),
  ...TIME_FIELDS.map((name) => [keyOf(name), 'created'] as const),
  ...byName(ENGLISH),
])
const IN_OTHERS: ReadonlyMap<string, ColumnField> = new Map(byName(OTHERS))

/** The field that a column's name means; undefined: unknown. Ignores case, accents and apostrophes. */
export function fieldNamed(name: string): ColumnField | undefined {
  return IN_ENGLISH.get(keyOf(name)) ?? IN_OTHERS.get(keyOf(name))
}

/**
 * The names of a header, with those of other languages in English. An English header is unchanged, because
 * programs mean their own names by it. If several names mean one field, only the first is replaced.
 */
export function inEnglish(names: readonly string[]): readonly string[] {
  const keys = names.map(keyOf)
  if (!keys.some((key) => IN_OTHERS.has(key) && !IN_ENGLISH.has(key) && !ALSO_ENGLISH.has(key))) return names
  const given = new Set(keys.map((key) => IN_ENGLISH.get(key)))
  return names.map((name, at) => {
    const key = keys[at] ?? ''
    const field = IN_ENGLISH.has(key) ? undefined : IN_OTHERS.get(key)
    if (field === undefined || given.has(field)) return name
    given.add(field)
    return field
  })
}

function byName(names: typeof OTHERS) {
  return Object.entries(names).flatMap(([field, list]) =>
    list.split(', ').map((name) => [keyOf(name), field as ColumnField] as const),
  )
}

function keyOf(name: string): string {
  return fold(name.trim()).replaceAll('’', "'")
}

export function samplesOf(rows: readonly (readonly string[])[], column: number): string[] {
  return rows
    .map((row) => (row[column] ?? '').trim().slice(0, SAMPLE_UNITS))
    .filter((sample) => sample !== '')
    .slice(0, SAMPLES_PER_COLUMN)
}

/**
 * The names of a header, in English. If no name means an address, and all other names are known, a column of
 * nothing but addresses is one. Otherwise the person is asked what the columns mean.
 *
 * @param rows the first rows
 */
export function headerNames(
  first: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const names = inEnglish(first)
  const ofProgram = names.some((name) => /^(?:type|highlight)$/i.test(name.trim()))
  if (
    ofProgram ||
    names.length < 2 ||
    names.some((name) => fieldNamed(name) === 'url' || ADDRESS.test(name.trim()))
  )
    return names
  const fields = guessedFields(names, rows)
  const isKnown = (name: string) => fieldNamed(name) !== undefined
  if (!fields.includes('url') || names.some((name, at) => fields[at] !== 'url' && !isKnown(name)))
    return names
  return names.map((name, at) => (isKnown(name) ? name : (fields[at] ?? name)))
}

/** Assigns each field to at most one column, by the columns' names, then by their first rows. */
export function guessedFields(names: readonly string[], rows: readonly (readonly string[])[]): ColumnField[] {
  const fields: ColumnField[] = names.map(() => '-')
  const isFree = (field: ColumnField) => !fields.includes(field)
  for (const [at, name] of names.entries()) {
    const known = fieldNamed(name)
    if (known !== undefined && isFree(known)) fields[at] = known
  }
  const take = (field: ColumnField, fits: (sample: string) => boolean): number => {
    if (!isFree(field)) return -1
    const at = names.findIndex((_, column) => {
      const samples = samplesOf(rows, column)
      return fields[column] === '-' && samples.length > 0 && samples.every(fits)
    })
    if (at >= 0) fields[at] = field
    return at
  }
  take('url', (sample) => ADDRESS.test(sample))
  take('created', (sample) => /\d{4}/.test(sample) && instantIn(sample) !== null)
  const tagsAt = take('tags', isListOfNames)
  if (isFree('content')) take('title', (sample) => /\p{L}/u.test(sample) && !/^https?:/i.test(sample))
  // If tags are the only known column of a table, they become titles.
  if (tagsAt >= 0 && isFree('url') && isFree('title') && isFree('content')) fields[tagsAt] = 'title'
  return fields
}

/** Whether a cell looks like tags: several short names with one kind of separator. */
function isListOfNames(cell: string): boolean {
  const separator = /[,;|]/.exec(cell)?.[0]
  if (separator === undefined) return false
  const names = cell.split(separator).map((name) => name.trim())
  return names.every((name) => name.length <= LONGEST_NAME && /^[\p{L}\p{N}](?:\S| (?=\S))*$/u.test(name))
}
