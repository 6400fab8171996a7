import { expect, test } from 'vitest'
import { port } from './port.ts'

interface Menus {
  removeMenu(name: string): Promise<void>
}

test('what integrations do for the areas is found by the port that it was offered to, and by no other', async () => {
  const menus = port<Menus>('menus')
  const twin = port<Menus>('menus')
  const implementation = { removeMenu: async () => undefined }
  const offers = [port<object>('other').by({}), menus.by(implementation)]
  expect(menus.of({ offers })).toBe(implementation)
  expect(twin.of({ offers })).toBeUndefined()
  expect(menus.of({ offers: [] })).toBeUndefined()
})
