import { fold } from '@cardinal/domain'
import type { FoundCard, FoundFile, FoundRow } from './found.ts'
import { MARKS } from './services.ts'

/**
 * Names of inboxes and of the root folders of bookmarks. Chrome and Firefox mark theirs in their own files; other programs
 * write these names in the person's language.
 */
const CONTAINERS = new Set(
  [
    'unsorted,unorganized,nicht sortiert,non triés,sin clasificar,sin ordenar,non ordinati,não classificados,несортированные,несортированное,неразобранное,未分类,未整理',
    '收集箱,收件箱,收件匣,インボックス,受信トレイ,받은 편지함,수집함,odebrane,skrzynka spraw,inkorg,indbakke,innboks,postvak in,gelen kutusu,вхідні',
    'bookmarksbar,bookmarksmenu,personal toolbar folder,all bookmarks,recent tags,unsorted bookmarks,speed dial,speed dials',
    'ブックマークツールバー,ブックマークメニュー,ほかのブックマーク,他のブックマーク,書籤工具列,書籤選單,收藏夹,收藏夾,收藏夾列,其他收藏夹,其他收藏夾,移动书签,移动设备上的书签,panel zakładek,otros favoritos',
    'inbox,bookmarks,bookmarks bar,bookmarks toolbar,bookmark bar,bookmarks menu,other bookmarks,mobile bookmarks',
    'favorites,favorites bar,favourites,favourites bar,other favorites,other favourites,mobile favorites,unfiled bookmarks',
    'lesezeichen,lesezeichenleiste,lesezeichen-symbolleiste,lesezeichen-menü,weitere lesezeichen,mobile lesezeichen,favoritenleiste,posteingang,eingang',
    'favoris,barre de favoris,barre personnelle,menu des marque-pages,marque-pages,autres favoris,autres marque-pages,favoris sur mobile,boîte de réception',
    'marcadores,barra de marcadores,otros marcadores,marcadores del móvil,barra de herramientas de marcadores,menú de marcadores,bandeja de entrada',
    'favoritos,barra de favoritos,outros favoritos,outros marcadores,favoritos do dispositivo móvel,caixa de entrada',
    'preferiti,barra dei preferiti,altri preferiti,preferiti su dispositivi mobili,segnalibri,barra dei segnalibri,altri segnalibri,posta in arrivo',
    'bladwijzers,bladwijzerbalk,andere bladwijzers,mobiele bladwijzers,bladwijzermenu,bladwijzerwerkbalk',
    'zakładki,pasek zakładek,inne zakładki,zakładki na komórce,záložky,panel záložek,ostatní záložky',
    'bokmärken,bokmärkesfältet,andra bokmärken,bogmærker,bogmærkelinje,andre bogmærker,bokmerker,bokmerkerad,andre bokmerker,kirjanmerkit,kirjanmerkkipalkki,muut kirjanmerkit',
    'закладки,панель закладок,другие закладки,мобильные закладки,входящие,панель закладок,інші закладки',
    'yer işaretleri,yer işareti çubuğu,diğer yer işaretleri,könyvjelzők,könyvjelzősáv,egyéb könyvjelzők,σελιδοδείκτες,γραμμή σελιδοδεικτών,άλλοι σελιδοδείκτες',
    'ブックマーク,ブックマーク バー,ブックマークバー,その他のブックマーク,モバイルのブックマーク,书签,书签栏,其他书签,移动设备书签,收藏夹栏,書籤,書籤列,其他書籤,북마크,북마크바,기타 북마크',
    'סימניות,סרגל הסימניות,סימניות אחרות,الإشارات المرجعية,شريط الإشارات المرجعية,إشارات أخرى',
  ]
    .join(',')
    .split(',')
    .map(fold),
)

/** Drops what every card shares: root folders, and the mark `private` where every row has it. */
export function withoutContainers(file: FoundFile): FoundFile {
  const cards = file.rows.flatMap((row) => ('card' in row ? [row.card] : []))
  const isCommon = cards.length > 1 && cards.every(isPrivate)
  const rows = file.rows.map((row): FoundRow => {
    if ('reason' in row || row.card.own !== null) return row
    const { folders } = row.card
    const outer = folders.findIndex((folder) => !CONTAINERS.has(fold(folder)))
    if (outer === 0 || (folders.length === 0 && !isCommon))
      return isCommon ? { ...row, card: shared(row.card) } : row
    const card = { ...row.card, folders: outer < 0 ? [] : folders.slice(outer) }
    return { ...row, card: isCommon ? shared(card) : card }
  })
  const lost = { field: MARKS.isPrivate, count: cards.length, example: 'on every row', isGarbled: false }
  return { ...file, rows, ...(isCommon && { lost: [...(file.lost ?? []), lost] }) }
}

function isPrivate({ own, tags }: FoundCard): boolean {
  return own === null && tags.includes(MARKS.isPrivate)
}

function shared(card: FoundCard): FoundCard {
  return { ...card, tags: card.tags.filter((tag) => tag !== MARKS.isPrivate) }
}
