import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'
import { timedWaits } from './timedWaits.ts'

const found = (text: string, path = 'tests/flows/a.test.ts') => timedWaits.find([codeFile(path, text)])

test('a pause in a test is found, at its line', () => {
  const text = 'await page.reload()\nawait page.waitForTimeout(300)\n'
  expect(found(text)).toEqual(['tests/flows/a.test.ts:2: wait for what is seen'])
  expect(found(text, 'scripts/bench/a.ts')).toEqual([])
  expect(found(`\nawait new Promise(done => ${'setTimeout'}(done, 20))`)).toEqual([
    'tests/flows/a.test.ts:2: wait for what is seen',
  ])
  expect(found(`await new Promise(done => { ${'setTimeout'}(done, more) })`)).toHaveLength(1)
  const own = `import { setTimeout as wait } from 'node:timers/promises'\n`
  expect(found(`${own}await wait(200)`, 'src/base/a.test.ts')).toEqual(['src/base/a.test.ts:2: wait for what is seen'])
})

test('a turn of the event loop, a step of looking again and a bound are none', () => {
  expect(found(`await new Promise(done => ${'setTimeout'}(done))`)).toEqual([])
  expect(found(`while (!seen()) await new Promise(done => ${'setTimeout'}(done, 20))`)).toEqual([])
  expect(found(`for (;;) { if (seen()) break\n await new Promise(done => ${'setTimeout'}(done, 20)) }`)).toEqual([])
  expect(found(`await new Promise((done, failed) => { ${'setTimeout'}(() => failed(new Error('late')), 9) })`)).toEqual([])
})

test('a poll that gives up after a few seconds is found', () => {
  expect(found(`\nawait expect.poll(seen, { timeout: 5000 }).toBe(4)`)).toEqual([
    'tests/flows/a.test.ts:2: a busy machine takes longer: wait as long as others do',
  ])
  expect(found('await expect.poll(seen, { timeout: 20_000 }).toBe(4)\nawait expect.poll(seen).toBe(4)')).toEqual([])
})
