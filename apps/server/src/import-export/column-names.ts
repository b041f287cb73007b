import type { COLUMN_FIELDS } from '@cardinal/contract'
import { fold } from '@cardinal/domain'
import { ADDRESS_FIELDS, TIME_FIELDS, TITLE_FIELDS } from './read-record.ts'

export type ColumnField = (typeof COLUMN_FIELDS)[number]

/**
 * Column names in English, German, French, Spanish, Italian, Portuguese and Dutch. Words that also mean a postal address are
 * missing: the rows decide.
 */
const NAMES: Readonly<Partial<Record<ColumnField, string>>> = {
  url: 'webadresse, internetadresse, lien, adresse web, enlace, dirección web, collegamento, indirizzo web, endereço web, webadres, koppeling',
  title: 'titel, bezeichnung, titre, nom, título, nombre, titolo, nome, naam',
  content:
    'content, text, inhalt, contenu, texte, contenido, texto, contenuto, testo, conteúdo, inhoud, tekst',
  description:
    'description, note, notes, excerpt, comment, comments, beschreibung, notiz, notizen, anmerkung, anmerkungen, bemerkung, kommentar, remarque, remarques, commentaire, commentaires, descripción, nota, notas, comentario, comentarios, observaciones, descrizione, commento, commenti, descrição, comentário, comentários, observações, beschrijving, notitie, notities, opmerking, opmerkingen',
  tags: 'tags, tag, labels, keywords, schlagwort, schlagworte, schlagwörter, stichworte, stichwörter, etiketten, étiquettes, mots-clés, mots clés, etiquetas, palabras clave, etichette, parole chiave, palavras-chave, trefwoorden',
  folder:
    'folder, collection, ordner, sammlung, dossier, carpeta, colección, cartella, raccolta, pasta, coleção, map, verzameling',
  created:
    'datum, erstellt, erstellt am, hinzugefügt, hinzugefügt am, date d’ajout, date de création, ajouté le, créé le, fecha, fecha de creación, creado, añadido, data, data di creazione, creato, aggiunto, data de criação, criado em, adicionado, adicionado em, aangemaakt, toegevoegd',
  dueAt:
    'due, due date, dueat, deadline, fällig, fällig am, fälligkeit, frist, échéance, date d’échéance, vencimiento, fecha de vencimiento, fecha límite, scadenza, vencimento, prazo, vervaldatum',
  doneAt:
    'done, doneat, completed, finished, erledigt, erledigt am, abgeschlossen, terminé, fait, hecho, completado, terminado, fatto, completato, feito, concluído, klaar, voltooid, gedaan',
  type: 'type, typ, art, tipo, soort',
}

const FIELD_BY_NAME: ReadonlyMap<string, ColumnField> = new Map([
  ...ADDRESS_FIELDS.map((name) => [keyOf(name), 'url'] as const),
  ...TITLE_FIELDS.map((name) => [keyOf(name), 'title'] as const),
  ...TIME_FIELDS.map((name) => [keyOf(name), 'created'] as const),
  ...Object.entries(NAMES).flatMap(([field, names]) =>
    names.split(', ').map((name) => [keyOf(name), field as ColumnField] as const),
  ),
])

/** The field that a column name means; undefined: unknown. Ignores case, accents and apostrophes. */
export function fieldNamed(name: string): ColumnField | undefined {
  return FIELD_BY_NAME.get(keyOf(name))
}

function keyOf(name: string): string {
  return fold(name).replaceAll('’', "'")
}
