import { afterEach, expect, it } from 'vitest'
import { dismissToast, showToast, toasts } from './toasts.ts'

afterEach(() => {
  for (const one of toasts.read()) dismissToast(one.id)
})

it('keeps the last three and says nothing twice', () => {
  for (const text of ['a', 'b', 'c', 'd', 'd']) showToast({ text })
  expect(toasts.read().map(one => one.text)).toEqual(['b', 'c', 'd'])
})

it('leaves an error longer than a success', () => {
  showToast({ text: 'ok' })
  showToast({ text: 'erro', tone: 'danger' })
  expect(toasts.read().map(one => one.wait)).toEqual([5_000, 10_000])
})
