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

it('says of one thing what was said last', () => {
  showToast({ text: 'Nome salvo.', topic: 'produtos/1' })
  showToast({ text: 'Outro salvo.', topic: 'produtos/2' })
  showToast({ text: 'Preço salvo.', topic: 'produtos/1' })
  expect(toasts.read().map(one => one.text)).toEqual(['Outro salvo.', 'Preço salvo.'])
})
