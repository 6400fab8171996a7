import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type RunningApp, openApp } from './house.ts'
import { logIn, type BrowserUser, openBrowser } from './person.ts'

/** A house, and its owner at a browser. */
export interface OwnerSession {
  readonly house: RunningApp
  readonly me: BrowserUser
}

/**
 * Opens a house for the tests of a describe, and before each one sits its owner down there, signed in and free to use the
 * clipboard. A test fails when it left an error in the console.
 */
export function useOwnerSession(): OwnerSession {
  let house: RunningApp
  let me: BrowserUser
  beforeAll(async () => {
    house = await openApp()
  })
  afterAll(() => house?.close())
  beforeEach(async () => {
    me = await openBrowser(house.address, { permissions: ['clipboard-read', 'clipboard-write'] })
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
