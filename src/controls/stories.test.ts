import { existsSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Parts that another control opens: its story shows them. */
const opened = ['src/controls/overlays/MenuPanel.tsx']

it('every control has a story of its own', () => {
  const controls = globSync('src/controls/**/*.tsx').filter(file => !/\.(stories|test)\.tsx$/.test(file))
  const missing = controls.filter(file => !opened.includes(file) && !existsSync(file.replace(/\.tsx$/, '.stories.tsx')))
  expect(controls.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
