import { fold, unique } from '@cardinal/domain'
import type { FoundFile, FoundRow } from './found.ts'
import { MARKS } from './service.ts'

/**
 * Names of inboxes and of root folders of bookmarks. Chrome and Firefox mark theirs in their own formats; other
 * programs write these names in the person's language.
 */
const CONTAINERS = new Set(
  [
    'unsorted,unorganized,unlabeled,unlabelled,nicht sortiert,non triés,sin clasificar,sin ordenar,non ordinati,não classificados,несортированные,несортированное,неразобранное,未分类,未整理',
    '收集箱,收件箱,收件匣,インボックス,受信トレイ,받은 편지함,수집함,odebrane,skrzynka spraw,inkorg,indbakke,innboks,postvak in,gelen kutusu,вхідні',
    'bookmarksbar,bookmarksmenu,personal toolbar folder,all bookmarks,recent tags,unsorted bookmarks,speed dial,speed dials',
    'ブックマークツールバー,ブックマークメニュー,ほかのブックマーク,他のブックマーク,書籤工具列,書籤選單,收藏夹,收藏夾,收藏夾列,其他收藏夹,其他收藏夾,移动书签,移动设备上的书签,panel zakładek,otros favoritos',
    'inbox,my tasks,bookmarks,bookmarks bar,bookmarks toolbar,bookmark bar,bookmarks menu,other bookmarks,mobile bookmarks',
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
    'bara de marcaje,bara de marcaje personale,meniul de marcaje,meniu de marcaje,alte marcaje,marcaje mobile,marcaje pe mobil,marcaje pe dispozitivul mobil,bara de preferințe,alte preferințe,bara de favorite,alte favorite',
    'thanh dấu trang,thanh công cụ dấu trang,trình đơn dấu trang,menu dấu trang,dấu trang khác,dấu trang di động,dấu trang trên thiết bị di động,thanh yêu thích,mục yêu thích khác,hộp thư đến',
    'แถบบุ๊กมาร์ก,บุ๊กมาร์กอื่นๆ,บุ๊กมาร์กอื่น ๆ,บุ๊กมาร์กบนมือถือ,บุ๊กมาร์กในอุปกรณ์เคลื่อนที่,แถบเครื่องมือที่คั่นหน้า,เมนูที่คั่นหน้า,ที่คั่นหน้าอื่น ๆ,ที่คั่นหน้าอื่นๆ,ที่คั่นหน้ามือถือ,แถบรายการโปรด,รายการโปรดอื่นๆ',
    'bilah bookmark,bookmark lainnya,bookmark seluler,bar penanda halaman,penanda lain,лента на отметките,други отметки,traka oznaka,ostale oznake,panel so záložkami,iné záložky',
    'žymių juosta,kitos žymės,grāmatzīmju josla,citas grāmatzīmes,järjehoidjariba,muud järjehoidjad,vrstica z zaznamki,drugi zaznamki,barra d’adreces d’interès,altres adreces d’interès,बुकमार्क बार,अन्य बुकमार्क,نوار نشانک‌ها,سایر نشانک‌ها',
    'favoriten,weitere favoriten,andere lesezeichen,barra preferiti,altri preferiti,favorieten,favorietenbalk,overige favorieten,pasek ulubionych,inne ulubione,избранное,панель избранного,другое избранное,панель вибраного',
    'favoritfältet,andra favoriter,favoritlinje,andre favoritter,favorittlinje,sık kullanılanlar çubuğu,diğer sık kullanılanlar,panel oblíbených položek,další oblíbené položky,お気に入り,お気に入りバー,その他のお気に入り',
    '모바일 북마크,북마크 도구 모음,북마크 메뉴,즐겨찾기,즐겨찾기 모음,기타 즐겨찾기,手机书签',
    'סימניות,סרגל הסימניות,סימניות אחרות,الإشارات المرجعية,شريط الإشارات المرجعية,إشارات أخرى',
  ]
    .join(',')
    .split(',')
    .map(fold),
)

/** Flags that mean nothing if every row has them. */
const COMMON: readonly string[] = [MARKS.isPrivate, MARKS.unread]

/** Turns flags into tags. Drops what every card shares: root folders, and the flags private and unread. */
export function withoutContainers(file: FoundFile): FoundFile {
  const cards = file.rows.flatMap((row) => ('card' in row ? [row.card] : []))
  const common = COMMON.filter(
    (mark) => cards.length > 1 && cards.every(({ flags }) => flags?.includes(mark)),
  )
  const rows = file.rows.map((row): FoundRow => {
    if ('reason' in row || row.card.own !== null) return row
    const outer = row.card.folders.findIndex((folder) => !CONTAINERS.has(fold(folder)))
    // Most rows are unchanged. Copying each would take as much memory as the file again.
    if (row.card.flags === undefined && (outer === 0 || row.card.folders.length === 0)) return row
    const { flags = [], folders, ...card } = row.card
    const tags = unique([...card.tags, ...flags.filter((mark) => !common.includes(mark))])
    return { ...row, card: { ...card, tags, folders: outer < 0 ? [] : folders.slice(outer) } }
  })
  const lost = common.map((field) => ({
    field,
    count: cards.length,
    example: 'on every row',
    isGarbled: false,
  }))
  return { ...file, rows, ...(lost.length > 0 && { lost: [...(file.lost ?? []), ...lost] }) }
}
