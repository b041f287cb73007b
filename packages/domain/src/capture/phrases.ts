/**
 * 300 phrases as people write them, each with its date and rule as read on Monday, 9 March 2026, at noon. A
 * dash: no date. Taken from the help pages of Todoist, TaskTrove and Things, with sentences that only look
 * like dates.
 */
export const PHRASES_NOW = '2026-03-09T12:00'

export const PHRASES = `
today = 2026-03-09
tomorrow = 2026-03-10
tmr = 2026-03-10
day after tomorrow = 2026-03-11
the day after tomorrow = 2026-03-11
tonight = 2026-03-09T19:00
tonight at 9 = 2026-03-09T21:00
tonight 8pm = 2026-03-09T20:00
this evening = 2026-03-09T19:00
this afternoon = 2026-03-09T12:00
tomorrow morning = 2026-03-10T09:00
tomorrow evening at 8 = 2026-03-10T20:00
tomorrow night = 2026-03-10T22:00
tomorrow noon = 2026-03-10T12:00
tomorrow at noon = 2026-03-10T12:00
tomorrow at midnight = 2026-03-10T00:00
monday = 2026-03-16
friday = 2026-03-13
fri = 2026-03-13
tues = 2026-03-10
thurs = 2026-03-12
sat = 2026-03-14
sun = 2026-03-15
next friday = 2026-03-13
next monday = 2026-03-16
this friday = 2026-03-13
on friday = 2026-03-13
by friday = 2026-03-13
due friday = 2026-03-13
due on friday = 2026-03-13
weekend = 2026-03-14
this weekend = 2026-03-14
next weekend = 2026-03-21
next week = 2026-03-16
next month = 2026-04-01
next year = 2027-01-01
in 3 days = 2026-03-12
in three days = 2026-03-12
in a week = 2026-03-16
in 2 weeks = 2026-03-23
in a fortnight = 2026-03-23
in a month = 2026-04-09
in 2 months = 2026-05-09
in a year = 2027-03-09
in 3d = 2026-03-12
in 1w = 2026-03-16
3 weeks from now = 2026-03-30
in 2 hours = 2026-03-09T14:00
in an hour = 2026-03-09T13:00
in half an hour = 2026-03-09T12:30
in 30 minutes = 2026-03-09T12:30
in 5 min = 2026-03-09T12:05
in 15m = 2026-03-09T12:15
in 13 hours = 2026-03-10T01:00
2026-12-01 = 2026-12-01
2026/12/01 = 2026-12-01
2026-3-20 = 2026-03-20
2027-01-31 14:00 = 2027-01-31T14:00
20.11.2026 = 2026-11-20
20. 11. 2026 = 2026-11-20
20.11. = 2026-11-20
1.3. = 2027-03-01
27/12/2026 = 2026-12-27
12/27/2026 = 2026-12-27
1 dec = 2026-12-01
dec 1 = 2026-12-01
1 december = 2026-12-01
1st of december = 2026-12-01
the 1st of december = 2026-12-01
december 1st = 2026-12-01
1 dec 2027 = 2027-12-01
1. december = 2026-12-01
jan 27 = 2027-01-27
27 jan = 2027-01-27
27 January 2027 = 2027-01-27
sept 7 = 2026-09-07
1 mar = 2027-03-01
march 20th = 2026-03-20
29 feb = 2028-02-29
31 feb = -
on 5 may = 2026-05-05
27th = 2026-03-27
the 27th = 2026-03-27
on the 27th = 2026-03-27
on the 5th = 2026-04-05
on the 31st = 2026-03-31
by the 15th = 2026-03-15
mid january = 2027-01-15
mid june = 2026-06-15
end of month = 2026-03-31
end of the month = 2026-03-31
last day of the month = 2026-03-31
the last day of the month = 2026-03-31
end of next month = 2026-04-30
end of week = 2026-03-15
end of the year = 2026-12-31
first of the month = 2026-04-01
first day of next month = 2026-04-01
at 9 = 2026-03-10T09:00
at 14 = 2026-03-09T14:00
at 9:00 = 2026-03-10T09:00
9:00 = 2026-03-10T09:00
9am = 2026-03-10T09:00
9 a.m. = 2026-03-10T09:00
9:30 AM = 2026-03-10T09:30
9.30pm = 2026-03-09T21:30
6pm = 2026-03-09T18:00
18:00 = 2026-03-09T18:00
@ 6pm = 2026-03-09T18:00
at noon = 2026-03-10T12:00
at midnight = 2026-03-10T00:00
9 o'clock = 2026-03-10T09:00
25:00 = -
13pm = -
today at 16:00 = 2026-03-09T16:00
tomorrow at 9 = 2026-03-10T09:00
tomorrow, 9am = 2026-03-10T09:00
9am tomorrow = 2026-03-10T09:00
fri 14:00 = 2026-03-13T14:00
fri @ 7pm = 2026-03-13T19:00
friday at 7pm = 2026-03-13T19:00
monday 9am = 2026-03-16T09:00
next monday at 9am = 2026-03-16T09:00
this weekend at noon = 2026-03-14T12:00
in 2 days at 3pm = 2026-03-11T15:00
in 1 week at 9am = 2026-03-16T09:00
jan 27 at 10am = 2027-01-27T10:00
1 dec 18:30 = 2026-12-01T18:30
5 may, 8pm = 2026-05-05T20:00
end of month at 9 = 2026-03-31T09:00
next week at 10 = 2026-03-16T10:00
every day = 2026-03-09 FREQ=DAILY
daily = 2026-03-09 FREQ=DAILY
each day = 2026-03-09 FREQ=DAILY
ev day = 2026-03-09 FREQ=DAILY
every day at 9 = 2026-03-10T09:00 FREQ=DAILY
every day at 10pm = 2026-03-09T22:00 FREQ=DAILY
every 2 days = 2026-03-09 FREQ=DAILY;INTERVAL=2
every three days = 2026-03-09 FREQ=DAILY;INTERVAL=3
every other day = 2026-03-09 FREQ=DAILY;INTERVAL=2
every second day = 2026-03-09 FREQ=DAILY;INTERVAL=2
every 14 days 7am starting 1 nov = 2026-11-01T07:00 FREQ=DAILY;INTERVAL=14
every morning = 2026-03-10T09:00 FREQ=DAILY
every morning at 7 = 2026-03-10T07:00 FREQ=DAILY
every afternoon = 2026-03-10T12:00 FREQ=DAILY
every evening = 2026-03-09T19:00 FREQ=DAILY
every evening at 8 = 2026-03-09T20:00 FREQ=DAILY
every night = 2026-03-09T22:00 FREQ=DAILY
every weekday = 2026-03-09 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
every workday = 2026-03-09 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
every weekday at 8am = 2026-03-10T08:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
every weekend = 2026-03-14 FREQ=WEEKLY;BYDAY=SA
every week = 2026-03-09 FREQ=WEEKLY
weekly = 2026-03-09 FREQ=WEEKLY
every 2 weeks = 2026-03-09 FREQ=WEEKLY;INTERVAL=2
every other week = 2026-03-09 FREQ=WEEKLY;INTERVAL=2
biweekly = 2026-03-09 FREQ=WEEKLY;INTERVAL=2
fortnightly = 2026-03-09 FREQ=WEEKLY;INTERVAL=2
every fortnight = 2026-03-09 FREQ=WEEKLY;INTERVAL=2
every monday = 2026-03-09 FREQ=WEEKLY;BYDAY=MO
every friday = 2026-03-13 FREQ=WEEKLY;BYDAY=FR
every friday at 5pm = 2026-03-13T17:00 FREQ=WEEKLY;BYDAY=FR
every fri noon = 2026-03-13T12:00 FREQ=WEEKLY;BYDAY=FR
on fridays = 2026-03-13 FREQ=WEEKLY;BYDAY=FR
on mondays and thursdays = 2026-03-09 FREQ=WEEKLY;BYDAY=MO,TH
every mon, fri = 2026-03-09 FREQ=WEEKLY;BYDAY=MO,FR
every monday, friday = 2026-03-09 FREQ=WEEKLY;BYDAY=MO,FR
every tue and thu at 9am = 2026-03-10T09:00 FREQ=WEEKLY;BYDAY=TU,TH
every mon, tues, wed, and fri = 2026-03-09 FREQ=WEEKLY;BYDAY=MO,TU,WE,FR
every mon/wed/fri = 2026-03-09 FREQ=WEEKLY;BYDAY=MO,WE,FR
every tuesday & thursday = 2026-03-10 FREQ=WEEKLY;BYDAY=TU,TH
every week on tuesday = 2026-03-10 FREQ=WEEKLY;BYDAY=TU
every 2 weeks on friday = 2026-03-13 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
every other friday = 2026-03-13 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
every other tues 7am starting 1 nov = 2026-11-03T07:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU
every second friday = 2026-03-13 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
every 3rd friday = 2026-03-20 FREQ=MONTHLY;BYDAY=3FR
every 2nd monday = 2026-03-09 FREQ=MONTHLY;BYDAY=2MO
every last friday = 2026-03-27 FREQ=MONTHLY;BYDAY=-1FR
every first monday of the month = 2026-04-06 FREQ=MONTHLY;BYDAY=1MO
every second tuesday of the month = 2026-03-10 FREQ=MONTHLY;BYDAY=2TU
first monday of every month = 2026-04-06 FREQ=MONTHLY;BYDAY=1MO
every month on the last friday = 2026-03-27 FREQ=MONTHLY;BYDAY=-1FR
every month = 2026-03-09 FREQ=MONTHLY
monthly = 2026-03-09 FREQ=MONTHLY
every 2 months = 2026-03-09 FREQ=MONTHLY;INTERVAL=2
every 6 months = 2026-03-09 FREQ=MONTHLY;INTERVAL=6
every quarter = 2026-03-09 FREQ=MONTHLY;INTERVAL=3
quarterly = 2026-03-09 FREQ=MONTHLY;INTERVAL=3
every 27th = 2026-03-27 FREQ=MONTHLY;BYMONTHDAY=27
every 1st and 15th = 2026-03-15 FREQ=MONTHLY;BYMONTHDAY=1,15
every month on the 15th = 2026-03-15 FREQ=MONTHLY;BYMONTHDAY=15
monthly on the 1st = 2026-04-01 FREQ=MONTHLY;BYMONTHDAY=1
on the 5th of every month = 2026-04-05 FREQ=MONTHLY;BYMONTHDAY=5
every month on the 31st = 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1
every month on the 30th = 2026-03-30 FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1
every 29th = 2026-03-29 FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1
every month starting 31 mar = 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1
every last day = 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=-1
every month on the last day = 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=-1
on the last day of every month = 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=-1
last day of every month = 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=-1
every last day of the month = 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=-1
every year = 2026-03-09 FREQ=YEARLY
yearly = 2026-03-09 FREQ=YEARLY
annually = 2026-03-09 FREQ=YEARLY
every 2 years = 2026-03-09 FREQ=YEARLY;INTERVAL=2
every jan 27th = 2027-01-27 FREQ=YEARLY
every 27 jan = 2027-01-27 FREQ=YEARLY
every sept 7 at 10am = 2026-09-07T10:00 FREQ=YEARLY
every year on 1 dec = 2026-12-01 FREQ=YEARLY
every 29 feb = 2028-02-29 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1
every day starting tomorrow = 2026-03-10 FREQ=DAILY
every day from 10 may until 20 may = 2026-05-10 FREQ=DAILY;UNTIL=20260520
every day starting friday = 2026-03-13 FREQ=DAILY
every friday until 1 dec = 2026-03-13 FREQ=WEEKLY;BYDAY=FR;UNTIL=20261201
every week ending 1 june = 2026-03-09 FREQ=WEEKLY;UNTIL=20260601
every 2 weeks due:fri = 2026-03-13 FREQ=WEEKLY;INTERVAL=2
due:tomorrow = 2026-03-10
due:every 2 weeks = 2026-03-09 FREQ=WEEKLY;INTERVAL=2
due:fri 14:00 = 2026-03-13T14:00
due:soon = -
every hour = -
every 12 hours = -
every! 3 days = -
5 days = -
27/1 = -
later this week = -
this week = -
yesterday = 2026-03-08
3 days ago = -
no date = -
tom = -
tod = -
Call Ada tomorrow = 2026-03-10
Call Ada tomorrow at 9 about the roof = 2026-03-10T09:00
tomorrow call Ada = 2026-03-10
Call mom 11am Sunday = 2026-03-15T11:00
Fri 14:00 call Ada = 2026-03-13T14:00
Pay the rent every month on the 1st = 2026-04-01 FREQ=MONTHLY;BYMONTHDAY=1
Water the plants every 2 weeks on friday = 2026-03-13 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
Vacuum every 2 weeks due:tomorrow = 2026-03-10 FREQ=WEEKLY;INTERVAL=2
Take out the bins every other friday at 7 = 2026-03-13T07:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
Dentist 20.11.2026 at 14:30 = 2026-11-20T14:30
Renew the passport by 1 dec = 2026-12-01
Buy milk today! = 2026-03-09
Submit the report by friday. = 2026-03-13
Birthday of Ada every 27 jan = 2027-01-27 FREQ=YEARLY
Ring the bank in 2 hours = 2026-03-09T14:00
Write to Bob on monday morning = 2026-03-16T09:00
Stretch every weekday at 8 = 2026-03-10T08:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
Back up the laptop monthly = 2026-03-09 FREQ=MONTHLY
Read the friday report tomorrow = 2026-03-10
Meet at 5 tomorrow = 2026-03-10T17:00
Standup 9:30 = 2026-03-10T09:30
Party sat = 2026-03-14
Plan next week = 2026-03-16
Return the book in 3 weeks = 2026-03-30
Call Tom = -
Create monthly report = -
Write the weekly summary = -
The daily show = -
See the cat that sat here = -
Buy a sun hat = -
Watch the sun = -
Every man for himself = -
Tell every friend = -
Buy 3 marbles = -
Ask Mark about March madness = -
Sell the 27th floor flat = -
Version 20.11 of the program = -
Pay 9.50 for lunch = -
Look at 5 houses = -
Read "call me tomorrow" again = -
Read \\tomorrow never dies = -
Order 12 eggs = -
Fix issue 2026 = -
Room 9 = -
Run 10 km = -
Score 3:2 = -
Lift 20kg = -
today's news = -
Sunday's paper = -
Find the file 2026-13-45 = -
See https://example.org/tomorrow = -
Mail tomorrow@example.org = -
Ask about the weekend = -
Wed the two designs = -
Second edition = -
Plan the week = -
Read the morning paper = -
Good night stories = -
Fridaynight = -
tomorrowland = -
Play every song twice = -
Sort the mon ami pens = -
Wash 2 jars = -
Book 4 seats in row 9 = -
Take 3 steps back = -
Get the 9mm drill = -
`
  .trim()
  .split('\n')
  .map((line) => {
    const [phrase = '', said = '-'] = line.split(' = ')
    const [dueAt = '-', recurrence = null] = said.split(' ')
    return { phrase, due: dueAt === '-' ? null : { dueAt, recurrence } }
  })
