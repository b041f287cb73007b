/**
 * The sample workspace of the landing page, one card per line: type, text, subnotes in brackets (ticked ones with
 * an x), tags, and an optional colour. Newest first.
 */
export const SAMPLE_CARDS = `
note | ECG, ST elevation in II, III, aVF: think right coronary artery, check right-sided leads | medical, cardiology, ecg, exam | red
link | https://www.themealdb.com One-pot lentil dal with spinach, 25 minutes | recipe, indian, vegetarian, quick, dinner | amber
todo | Send the homepage copy to Meera for review | project, website, copy, client
note | Amoxicillin: 500 mg three times a day for 5 days, ask for penicillin allergy first | medical, drug, antibiotics, dose
todo | Fix the sign-up form on Safari [x reproduce on iPad] [write a test] [ship] | project, website, bug, urgent | red
link | https://www.seriouseats.com Weeknight tomato soup from pantry tins | recipe, soup, quick, vegetarian, dinner | amber
note | Interview with Anil: they search their notes by person first, date second | project, research, interview
todo | Renew the passport before June [photos] [x form] | home, papers, travel, urgent
link | https://developer.mozilla.org Container queries, when media queries are not enough | web, css, reading, reference | blue
note | Sourdough: 500 g flour, 350 g water, 100 g starter, 10 g salt. Fold four times, cold overnight | recipe, baking, bread, weekend | brown
todo | Ask the accountant about the home-office deduction | finance, tax, waiting
note | Beta blockers: avoid in asthma, careful in diabetes, never stop at once | medical, drug, cardiology, exam
link | https://www.nature.com Sleep and memory consolidation, a review | article, science, sleep, reading
todo | Plan the spring meetup [venue] [speakers] [x date] [food] | project, meetup, spring | violet
note | Child with fever and a rash that does not blanch: meningococcal until proven otherwise | medical, pediatrics, infection, emergency | red
link | https://www.bbcgoodfood.com Roasted aubergine with tahini and pomegranate | recipe, vegetarian, dinner, weekend | amber
todo | Water the tomatoes every evening this week | garden, tomato, summer | green
note | Wifi of the cabin: lake-house, the key stands under the shelf | travel, cabin, reference
todo | Write the release notes for 2.4 [features] [fixes] [thanks] | project, launch, writing | blue
link | https://www.postgresql.org Index-only scans explained | code, database, reference, reading | blue
note | Murmur grades: 1 barely heard, 2 soft, 3 loud, 4 thrill, 5 stethoscope edge, 6 off the chest | medical, cardiology, exam, mnemonic
todo | Book the dentist | home, health
link | https://www.youtube.com Knife skills: how to dice an onion in ten seconds | recipe, technique, video
note | Client call: logo stays, colours go warmer, deadline moves to the 28th | project, client, meeting, design
todo | Compare three hosting offers for the shop | project, website, shop, money
note | Paracetamol in children: 15 mg per kg, every 6 hours, at most four doses a day | medical, pediatrics, drug, dose
link | https://www.kingarthurbaking.com Focaccia that stays soft for two days | recipe, baking, bread, italian | brown
todo | Prune the apple tree before the buds open | garden, fruit, spring | green
note | Quote: a good list is one you dare to delete from | writing, quote, ideas
todo | Prepare slides for Monday's stand-up [numbers] [screens] | project, meeting, urgent
link | https://www.who.int Antibiotic resistance, key facts | medical, antibiotics, infection, article
note | Thai green curry: paste, coconut milk, lime leaves, fish sauce, basil last | recipe, thai, dinner, weekend | amber
todo | Return the drill to Farhan | home, borrowed
link | https://www.figma.com Button states we agreed on | project, design, website, reference | violet
note | Stroke: FAST. Face, arms, speech, time. Door to needle under 60 minutes | medical, neurology, emergency, mnemonic | red
todo | Draft the invoice for Acme | project, client, money, invoice
link | https://www.ncbi.nlm.nih.gov Atrial fibrillation, anticoagulation scores compared | medical, cardiology, drug, article
note | Overnight oats: equal parts oats, milk, yoghurt; chia, a date, cinnamon | recipe, breakfast, quick
todo | Migrate the newsletter list [x export] [import] [send a test] | project, newsletter, website
note | Train to Goa: coach B4, seats 31 and 32, leaves 23:05 | travel, goa, tickets | cyan
link | https://www.rhs.org.uk Companion planting, what likes what | garden, vegetables, reference | green
todo | Revise the cranial nerves with flashcards [x I to IV] [V to VIII] [IX to XII] | medical, anatomy, exam, revision
note | Pitch in one line: find it by the tag you remember | project, copy, ideas
link | https://smittenkitchen.com Chickpea and rosemary pasta | recipe, italian, pasta, vegetarian, quick
todo | Chase the supplier about the late tiles | home, renovation, waiting
note | CSS: logical properties first, then grid, then everything else | web, css, code
todo | Run the accessibility check on the checkout | project, shop, website, quality
link | https://www.drugs.com Warfarin interactions to remember | medical, drug, cardiology, reference
note | Gift ideas for Leela: telescope, seed box, the blue teapot | gift, family
todo | Sort the receipts of the first quarter | finance, tax, papers
link | https://css-tricks.com A complete guide to grid | web, css, reference
note | Pneumonia, CURB-65: confusion, urea, respiratory rate, blood pressure, age 65 | medical, infection, exam, mnemonic
todo | Fix the flaky payment test | project, shop, bug, quality
link | https://www.eater.com Biryani houses worth the wait in Pune | restaurant, pune, weekend
note | Miso soup: dashi, tofu, wakame, miso off the heat | recipe, soup, quick, japanese
todo | Order seeds for the autumn bed [spinach] [x peas] [garlic] | garden, vegetables, autumn | green
link | https://martinfowler.com Refactoring a long method, step by step | code, reading, article
note | Retro: fewer meetings on Tuesday, one owner a task, demo on Friday | project, meeting, team
todo | Cancel the old phone contract | home, money, urgent
note | Asthma attack: oxygen, salbutamol, steroids, call early | medical, emergency, drug, pediatrics | red
link | https://www.allrecipes.com Banana bread with walnuts | recipe, baking, breakfast
todo | Collect quotes for the about page | project, website, copy
note | Cello lesson: bow arm from the back, not the wrist | music, practice
link | https://www.khanacademy.org The action potential of the heart | medical, cardiology, video, revision
todo | Measure the windows for the blinds | home, renovation
note | Bed 2: tomatoes after beans, never after potatoes | garden, tomato, vegetables
link | https://www.jamieoliver.com Ribollita for eight | recipe, soup, italian, dinner, weekend | amber
todo | Set up backups for the photo library [x disk] [schedule] | home, photos, quality
note | Naming: short, sayable, no vowels dropped | project, ideas, copy
link | https://www.bmj.com Sepsis recognition in primary care | medical, infection, emergency, article
todo | Reply to the landlord about the boiler | home, waiting, papers
note | Pancreatitis, causes: gallstones, alcohol, then the rare ones | medical, exam, mnemonic
link | https://web.dev Core web vitals in practice | web, performance, reading | blue
todo | Try the sourdough with rye next Saturday | recipe, baking, bread, weekend
note | Standing desk height: elbows at 90, screen at the brow | health, home, office
todo | Review Priya's pull request about the importer | project, code, team
link | https://www.seatguru.com Legroom on the night flight | travel, tickets, reference | cyan
note | Heart failure, four pillars: ACE, beta blocker, MRA, SGLT2 | medical, cardiology, drug, exam
todo | Finish the landing page animation [x storyboard] [prototype] | project, website, design, launch
link | https://www.theguardian.com A week of Lebanese dinners | recipe, lebanese, dinner, vegetarian
note | Interview with Sara: she saves links at night and never finds them by day | project, research, interview
todo | Vaccination of the cat | home, health, pet
link | https://use-the-index-luke.com Why the query ignores your index | code, database, reading | blue
note | Compost: three parts brown to one part green, turn it monthly | garden, compost
todo | Book trains for the conference in Chennai | travel, tickets, conference | cyan
note | Croup: barking cough, steroids once, keep the child calm | medical, pediatrics, infection
link | https://www.epicurious.com Quick pickled cucumbers | recipe, quick, technique
todo | Publish the pricing page [x amounts] [tax] [currencies] | project, website, money, launch
note | Book list: The Design of Everyday Things, chapter 2 again | reading, books, design
link | https://github.com Small queue library, no dependencies | code, tool, reference
todo | Check the smoke alarms | home, safety
note | Diabetes: HbA1c goal under 53, recheck after 3 months | medical, drug, exam
link | https://www.chefsteps.com Eggs at every minute | recipe, breakfast, technique, video
todo | Prepare the tax folder for the accountant [invoices] [bank] [x insurance] | finance, tax, papers, urgent | orange
note | Tone of voice: warm, short, never clever twice in a row | project, copy, writing
link | https://www.ted.com How your memory works and why sometimes it does not | video, science, memory
todo | Practise scales, 15 minutes | music, practice
note | Hyperkalaemia: calcium, insulin with glucose, salbutamol, then the cause | medical, emergency, drug, exam | red
link | https://www.nigella.com Lemon drizzle in one bowl | recipe, baking, weekend
todo | Ship the Android fix for the share sheet | project, bug, launch, urgent
note | Packing list: charger, adaptor, earplugs, the small first-aid kit | travel, list | cyan
link | https://a11yproject.com Checklist before a release | web, quality, reference, launch
todo | Plant garlic by the end of October | garden, vegetables, autumn | green
note | Anaemia with low MCV: iron, thalassaemia, chronic disease | medical, exam, mnemonic
link | https://www.thekitchn.com Freezer meals that survive reheating | recipe, dinner, quick, list
todo | Thank the speakers of the last meetup | project, meetup, writing
note | The landlord's new number is in the blue folder | home, papers, reference
link | https://excalidraw.com Sketch of the sync flow | project, design, code, tool | violet
todo | Call the bank about the second card | finance, money, waiting
note | Shoulder exam: look, feel, move, special tests | medical, anatomy, exam, revision
link | https://www.bonappetit.com Crispy tofu without a fryer | recipe, vegetarian, technique, dinner
todo | Migrate the old wiki pages [x list them] [move] [redirects] | project, website, writing
note | Marathon: long run on Sunday, easy pace, eat at 40 minutes | health, running, weekend
link | https://www.outdooractive.com Sahyadri ridge walk, 14 km | travel, hiking, weekend | cyan
todo | Clean the coffee grinder | home, coffee
note | Espresso: 18 g in, 36 g out, 28 seconds | recipe, coffee, reference
link | https://www.cdc.gov Vaccination schedule, children | medical, pediatrics, reference
todo | Test the import with ten thousand rows | project, quality, code
note | Onboarding idea: the first card is one that they write, not one that we wrote | project, ideas, research
link | https://www.notion.so Minutes of the design review | project, design, meeting
todo | Sell the old bike | home, money, list
note | Pasta dough: 100 g flour and one egg a person, rest for 30 minutes | recipe, italian, pasta, weekend
link | https://www.coursera.org Learning how to learn, week 2 | video, science, memory, revision
todo | Update the licence headers | project, code
note | Migraine with aura: no combined pill | medical, neurology, drug
link | https://www.justonecookbook.com Cold soba for hot days | recipe, japanese, quick, summer
todo | Draw the irrigation plan for the terrace | garden, summer | green
note | Phrase for saying no: not this month, ask me again in May | work, writing
link | https://kulturbanause.de Typography for small screens | web, design, reading
todo | Book the room for the quarterly review | project, meeting, waiting
note | Renal colic: CT without contrast, diclofenac if the kidneys allow | medical, emergency, drug
link | https://www.foodtimeline.org What people ate in 1950 | recipe, history, reading
todo | Replace the bathroom light | home, renovation
note | Names of the neighbours: Asha and Dev, the dog is Biscuit | home, reference
link | https://www.interaction-design.org Recognition rather than recall | design, reading, memory, research
todo | Send the contract to Acme [x draft] [legal] [sign] | project, client, papers, urgent | orange
note | Croissants take two days; start on Friday evening | recipe, baking, weekend
link | https://openstax.org Anatomy and physiology, free textbook | medical, anatomy, books, reference
todo | Reserve the campsite by the lake | travel, summer, weekend | cyan
note | Ask in the next interview: when did you last lose a note, and what did you do | project, interview, research, ideas
`
