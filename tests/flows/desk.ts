import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type House, openHouse } from './house.ts'
import { logIn, type Person, sitDown } from './person.ts'

/** A house, and its owner at a browser. */
export interface Desk {
  readonly house: House
  readonly me: Person
}

/**
 * Opens a house for the tests of a describe, and before each one sits its owner down there, signed in and free to use the
 * clipboard. A test fails when it left an error in the console.
 */
export function ownersDesk(): Desk {
  let house: House
  let me: Person
  beforeAll(async () => {
    house = await openHouse()
  })
  afterAll(() => house?.close())
  beforeEach(async () => {
    me = await sitDown(house.address, { permissions: ['clipboard-read', 'clipboard-write'] })
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })
  return {
    get house() {
      return house
    },
    get me() {
      return me
    },
  }
}
