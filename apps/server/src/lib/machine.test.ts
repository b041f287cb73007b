import { expect, it } from 'vitest'
import { measureMachine, memorySharesOf } from './machine.ts'

const MIB = 1024 * 1024

it('the memory of a server is that of its group, where a group sets less than the machine has', () => {
  expect(measureMachine(8192 * MIB, 512 * MIB)).toMatchObject({ memoryMb: 512, isLimited: true })
  // Version 1 of control groups says 2^64 where there is no limit, and other systems 0 or nothing.
  for (const none of [2 ** 64, 0, undefined])
    expect(measureMachine(1024 * MIB, none)).toMatchObject({ memoryMb: 1024, isLimited: false })
})

it('shares of memory follow the machine, and never go below what a file, a page or a picture needs', () => {
  const sharesAt = (memoryMb: number) => Object.values(memorySharesOf({ memoryMb }))
  expect(sharesAt(256)).toEqual([32, 96, 192])
  expect(sharesAt(512)).toEqual([64, 96, 192])
  expect(sharesAt(1024)).toEqual([128, 160, 320])
  expect(sharesAt(64_000)).toEqual([512, 160, 320])
})
