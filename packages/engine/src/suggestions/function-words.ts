/**
 * The commonest words of eleven languages, folded: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
 * the Scandinavian ones, Russian. Words that often mean something in another of them
 * are left out, such as "car", "war" and "ai".
 */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `
  a about after all also am an and any are as at be because been before between but by can could did do does
  doing each few for from get getting had has have he her here his how i if in into is it its just many may me
  more most much must my no nor not now of off on or other our out over own same she should so some such than
  that the their them then there these they this those through to too up us very via was we were what when where
  which while who why will with within without would you your yourself
  aber als auch auf aus bei beim bis da damit dann das dass dem den denn der des dich die dir doch du durch ein
  eine einem einen einer eines er es fur gegen hab habe haben hatte ich ihr ihre im ist ja jetzt kann kein keine
  mein meine mich mir mit muss nach nicht noch nur ob oder ohne schon sehr sein seine seit sich sie sind um
  und uns unser vom von vor weil wenn werden wie wieder wir wird wo zu zum zur zwischen
  alors au aussi aux avec bien ce ces cet cette chez comme dans de depuis donc elle elles en est et etait etre
  eux faire fait il ils je la le les leur leurs lui ma mais meme mes moi mon ne nos notre nous ont ou par pas
  peu peut pour quand que quel quelle qui sa ses si sont sous sur ta tes toi tous tout toute tres tu un une
  vers vos votre vous
  al algo como con contra cual cuando del desde donde el ella ellos entre ese eso esta estan estar este esto
  estos fue ha hacer hasta hay las lo los mi mis mucho muy nada ni nosotros o para pero porque quien se ser
  sobre sus tambien tan te tiene una uno unos y ya yo
  agli alla alle anche che chi ci cui dagli dal dalla dei della delle dello di dove e ed gli hanno ho
  loro mia mio nei nel nella noi non ogni per perche piu poi quale quando quello questa questo sei senza sia
  sono sua sul sulla suo ti tra
  ao aos ate com depois ele eles em essa esse eu foi isso isto lhe mas mesmo meu minha muito na nao nas nem pela
  pelo pelos quem sao sem seu seus suas tambem tem uma voce
  aan bij dan dat deze dit een geen heb hebben heeft het hier hij hoe ik kunnen maar meer met mijn naar
  niet nog nu om omdat onder ons ook op tegen tot uit van veel voor waar wat wel wij worden wordt ze zich zij
  zijn zo zonder
  bez bo byc czy dla jak jako jest juz kiedy ktora ktore ktory lub mnie moze nad nie niz od oraz po przed
  przez przy sobie tak tego tej tylko u w wiec z za zeby
  ar att av blir dar denna det detta efter eller ett fra fran havde hos hun hur icke ikke inte jag jeg kan
  kommer med mellan mellom mig mitt mycket nagot nar och ocksa og pa sedan ska skal som til till uden ut utan
  vad ved vid vil vill vores
  а без был была были было быть в вам вас все вы где да для до его ее если есть еще же за и из или им их к как
  когда которыи ли мне мы на над нам нас не него нет ни но о об он она они от по под при с со так там то тоже только ты
  у уже что чтобы эта это я
  `
    .trim()
    .split(/\s+/),
)
