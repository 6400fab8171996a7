import { afterEach, expect, test } from 'vitest'
import { dismissToast, toasts } from '../../../controls/overlays/toasts.ts'
import { tellSwitched } from './tellSwitched.ts'

const say = (code: string): string => code

afterEach(() => {
  for (const { id } of toasts.read()) dismissToast(id)
})

test('what was saved and not heard is said so, and told again by a button', async () => {
  let away = true
  const calls: number[] = []
  const tell = async (): Promise<void> => {
    calls.push(calls.length)
    if (away) throw new Error('away')
  }
  expect(await tellSwitched(tell, 'product.status-failed', say)).toBe(false)
  const [toast, ...more] = toasts.read()
  expect([toast?.text, toast?.tone, toast?.act?.title, more]).toEqual([
    'product.status-failed. switch-untold',
    'warning',
    'retry',
    [],
  ])
  away = false
  toast?.act?.run()
  await expect.poll(() => toasts.read().map(({ text }) => text)).toEqual(['switch-told'])
  expect(calls).toEqual([0, 1])
})

test('what was heard needs no words', async () => {
  expect(await tellSwitched(async () => undefined, 'product.status-failed', say)).toBe(true)
  expect(toasts.read()).toEqual([])
})
