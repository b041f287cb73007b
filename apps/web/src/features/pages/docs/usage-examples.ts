export interface UsageExample {
  readonly id: string
  readonly persona: string
  readonly scenario: string
  readonly tagsAndGroups: string
  readonly usage: string
  readonly outcome: string
  /** The search to try with the cards (notation: `shared/sample/sample-cards.ts`). */
  readonly search: string
  readonly cards: string
}

/** Ten example users, each with some cards. */
export const USAGE_EXAMPLES: readonly UsageExample[] = [
  {
    id: 'entrepreneur',
    persona: 'Entrepreneur',
    scenario:
      'Asha runs a small tea brand. Ideas come in the shower, investors ask for the same numbers twice, and the name of that packaging supplier is in one of nine chats.',
    tagsAndGroups:
      'Core tags: idea, supplier, investor, number, legal. A group “growth” holds investor, number and pitch; a group “product” holds blend, packaging and supplier.',
    usage:
      'She types supplier, sees packaging and moq beside it, clicks packaging. Before a call she runs the saved search investor, number and has every figure she ever quoted.',
    outcome: 'The supplier is found in four seconds, and no investor hears two different margins.',
    search: 'supplier, packaging',
    cards: `note | Margin on the 100 g tin is 41 %, on the pouch 52 % | number, margin, investor
link | https://example.org Compostable pouches, minimum order 2,000 | supplier, packaging, moq
todo | Ask Ravi for the shelf-life test [x sample] [lab] | legal, product, blend
note | Pitch, second slide: tea is a ritual, not a drink | pitch, investor, idea
link | https://example.org Tins with embossed lids, Pune | supplier, packaging, tin
todo | Send the update to the three angels | investor, number, monthly
note | Blend idea: black tea, cardamom, orange peel | idea, blend, winter`,
  },
  {
    id: 'chef',
    persona: 'Chef',
    scenario:
      'Karim writes a menu every Thursday. He has clipped a thousand recipes and remembers the taste of each, and the title of none.',
    tagsAndGroups:
      'Core tags: starter, main, dessert, season and the leading ingredient. A group “season” holds spring, summer, autumn and winter; a group “taste” holds sour, smoky, bitter and sweet.',
    usage:
      'He types autumn, clicks smoky, puts a minus on meat. Allergies of the evening are tags too, so -nuts takes a whole row of dishes out.',
    outcome: 'The menu stands in twenty minutes, and nobody asks the kitchen what is in the sauce.',
    search: 'autumn, -nuts',
    cards: `note | Pumpkin roasted in embers, yoghurt, chilli oil | starter, autumn, smoky, pumpkin
link | https://example.org Venison with sour cherries | main, autumn, meat, sour
note | Burnt fig tart with hazelnut | dessert, autumn, fig, nuts
note | Pea mousse, mint, lemon | starter, spring, sour
link | https://example.org Quince slow-cooked in red wine | dessert, autumn, quince, sweet
todo | Order chestnuts for Friday | autumn, supplier, nuts
note | Mushroom broth with barley, smoked butter | main, autumn, smoky, mushroom`,
  },
  {
    id: 'developer',
    persona: 'Programmer / developer',
    scenario:
      'Mina solves the same build error every four months. The answer is in a note, a gist or a tab she closed in March.',
    tagsAndGroups:
      'Core tags: error, snippet, tool, decision. Languages and systems as they come: postgres, css, docker. A group “frontend” and a group “backend” hold them together.',
    usage:
      'She pastes the odd word of the message, finds one card, and sees docker and cache beside it. Steps that worked are ticked subtasks; the others stay unticked.',
    outcome:
      'The second time takes one minute. Decisions carry their reason, so that nobody undoes them by accident.',
    search: 'error, docker',
    cards: `note | Layer cache ignores the lock file when the copy comes first | error, docker, cache, build
note | Connection refused from inside the container: use the service name | error, docker, network
link | https://example.org Explain analyze, read from the inside out | postgres, performance, tool
note | We keep dates as UTC milliseconds. Reason: three bugs in one week | decision, dates
note | Centre anything: display grid, place-items centre | snippet, css
todo | Pin the base image [x find the digest] [open a request] | docker, security
note | Port is taken: lsof -i :3000 | snippet, network, tool`,
  },
  {
    id: 'professional',
    persona: 'Working professional',
    scenario:
      'David sits in six meetings a day. Each leaves two promises behind, his own and somebody else’s.',
    tagsAndGroups:
      'Core tags: promise, waiting, and the first name of the person. A group “team” holds the names; a group “clients” the companies.',
    usage:
      'Before a meeting with Nora he types nora and sees promise and waiting with their counts. He clicks waiting, and knows what to ask.',
    outcome: 'Meetings start with what is open. The boss asks how he remembers it all.',
    search: 'nora, waiting',
    cards: `todo | Nora sends the budget for the fair | nora, waiting, budget
todo | Draft the agenda for Thursday | promise, meeting
note | Nora prefers one page, numbers first | nora, person
todo | Legal answers about the Berlin lease | waiting, legal, berlin
todo | Send Tom the photo rights | promise, tom, fair
todo | Nora confirms the two interviews | nora, waiting, hiring
note | Fair: stand 14, hall B, wifi is paid per device | fair, reference`,
  },
  {
    id: 'fitness',
    persona: 'Fitness',
    scenario:
      'Lena trains four times a week, in a gym with broken machines, in a hotel room, or in a park. The plan must fit the place.',
    tagsAndGroups:
      'Core tags: exercise, plan, record. Parts of the body (legs, back, core) in one group, places (gym, hotel, park) in another.',
    usage:
      'She types hotel, clicks core, and leaves out jump with a minus, because of the neighbours below. Records are notes with the date they were made.',
    outcome: 'No session is skipped for want of a plan, and progress is one search away: record, legs.',
    search: 'hotel, -jump',
    cards: `note | Plank 3 × 60 s, side plank 2 × 40 s | exercise, core, hotel, park
note | Squat jumps 5 × 12 | exercise, legs, hotel, jump
note | Squat 80 kg × 5, finally | record, legs, gym
link | https://example.org Twenty minutes without equipment | plan, hotel, video
note | Towel rows on the door, 4 × 12 | exercise, back, hotel
todo | Deload in week five [x book the massage] [sleep] | plan, rest
note | 5 km in 24:10, flat, cold morning | record, running, park`,
  },
  {
    id: 'parent',
    persona: 'Parent',
    scenario:
      'Two children, one school, one kindergarten, and a jacket that is either too small or at the wrong house.',
    tagsAndGroups:
      'Core tags: the children’s names, school, doctor, clothes, gift. A group “kids” holds the names, a group “papers” school, doctor and form.',
    usage:
      'At the shop she types mia, clicks clothes, and reads size 122. On Sunday evening school, -done shows what the week wants.',
    outcome: 'Shoes that fit, forms in time, and a list of presents that nobody has given yet.',
    search: 'mia, clothes',
    cards: `note | Mia: jacket 122, shoes 31, no wool | mia, clothes, size
todo | Form for the swimming course [x sign] [photo] | mia, school, form
note | Jonas: allergic to penicillin | jonas, doctor, health
todo | Present for Mia’s birthday: microscope | mia, gift, birthday
todo | Return the borrowed rain trousers | mia, clothes, kindergarten
link | https://example.org Kindergarten menu of the month | jonas, kindergarten, food
note | Vaccination due in April | jonas, doctor`,
  },
  {
    id: 'student',
    persona: 'Student',
    scenario:
      'Finals in six weeks, four subjects, three hundred notes, of which half say the same in other words.',
    tagsAndGroups:
      'Core tags: exam, definition, proof, example, unclear. Subjects as tags; a group for each lecture holds its topics.',
    usage:
      'Algebra, unclear is the list for the study group. After each session the tag unclear is taken off what became clear, from twenty cards at once.',
    outcome:
      'The list of what is not understood shrinks visibly, and that is the best kind of revision plan.',
    search: 'algebra, unclear',
    cards: `note | Kernel of a homomorphism is a normal subgroup | algebra, definition, exam
note | Why does the quotient need normality? | algebra, unclear, group
note | Every finite integral domain is a field | algebra, proof, exam
note | Compactness: every open cover has a finite subcover | topology, definition, exam
todo | Past papers 2019 to 2023 [x 2019] [x 2020] [2021] | exam, practice
note | Sylow, second theorem: what acts on what? | algebra, unclear, proof
link | https://example.org Lecture recording, week 7 | topology, video`,
  },
  {
    id: 'freelancer',
    persona: 'Freelancer',
    scenario:
      'Jo designs for eleven clients. Each has its colours, its invoice address and its way of saying yes.',
    tagsAndGroups:
      'Core tags: client names, invoice, feedback, asset, hour. A group “clients” holds the names, with a colour each.',
    usage:
      'Typing acme shows invoice 12, feedback 30, asset 8. One more click opens the right pile. Colour red marks what is not paid.',
    outcome: 'Invoices go out on the day, and feedback from spring is found when it is denied in autumn.',
    search: 'acme, invoice',
    cards: `todo | Invoice 2024-07 for Acme | acme, invoice, open | red
note | Acme: logo blue is 1d4ed8, never on black | acme, asset, colour
note | Acme said on 3 March: drop the slider, they do not want it back | acme, feedback, website
todo | Offer for the bakery, three pages | bakery, offer
note | Bakery pays within a week, always | bakery, invoice, person
todo | Reminder for Acme’s May invoice | acme, invoice, waiting | red
link | https://example.org Shared folder with the bakery’s photos | bakery, asset`,
  },
  {
    id: 'researcher',
    persona: 'Researcher',
    scenario:
      'Dr. Iyer reads three papers a day. The sentence he needs for the grant is in one of them, on a right-hand page, near a figure.',
    tagsAndGroups:
      'Core tags: paper, claim, method, dataset, cite. Topics grow with the reading; a group for each project holds its topics.',
    usage:
      'He searches the phrase he remembers, two words of it, finds nothing tagged, and the text search has it. From that card he follows method to four more.',
    outcome: 'The grant is cited properly, and the next review begins with what was already read.',
    search: 'sleep, claim',
    cards: `note | Claim: two nights of short sleep cut recall by a fifth | sleep, claim, memory, cite
link | https://example.org Sleep deprivation, a meta-analysis | sleep, paper, memory
note | Method: word pairs, tested after 12 and 36 hours | method, memory, sleep
link | https://example.org Open dataset of actigraphy, 900 people | dataset, sleep
note | Claim: naps help procedural memory only | sleep, claim, nap
todo | Ask the authors for the raw scores | dataset, waiting
note | Reviewer 2 wants a power analysis | grant, method`,
  },
  {
    id: 'gardener',
    persona: 'Gardener',
    scenario:
      'Rosa has nine beds and a notebook for each year. What stood in bed four two years ago decides what may stand there now.',
    tagsAndGroups:
      'Core tags: sow, harvest, pest, and the beds. A group “beds” holds bed1 to bed9; a group “family” cabbage, nightshade and legume.',
    usage:
      'In March she types bed4, clicks nightshade, and sees that tomatoes stood there. So it will be peas. In July pest, tomato brings the remedy of last time.',
    outcome: 'The soil rests as it should, and no lesson is learned twice.',
    search: 'bed4',
    cards: `note | Bed 4, 2023: tomatoes, good crop, late blight in September | bed4, nightshade, tomato, pest
note | Bed 4, 2022: broad beans | bed4, legume, harvest
todo | Sow peas in bed 4 in March [seed] [net] | bed4, legume, sow, spring | green
note | Blight: cut low leaves early, water the soil, not the plant | pest, tomato, remedy
note | Bed 2: cabbage flies, use the fine net | bed2, cabbage, pest
link | https://example.org Rotation in four years, a chart | rotation, family, reference
todo | Lift the garlic when a third of the leaves are yellow | bed7, harvest, summer`,
  },
]
