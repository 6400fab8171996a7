import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Parts that another control opens: its story shows them. */
const opened = ['src/controls/overlays/MenuPanel.tsx']

it('every control has a story of its own', () => {
  const controls = globSync('src/controls/**/*.tsx').filter(file => !/\.(stories|test)\.tsx$/.test(file))
  const missing = controls.filter(file => !opened.includes(file) && !existsSync(file.replace(/\.tsx$/, '.stories.tsx')))
  expect(controls.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

/** Parts that another one opens, and that one. */
const openedBy: Readonly<Record<string, string>> = {
  'src/controls/overlays/MenuPanel.tsx': 'src/controls/overlays/Menu.tsx',
  'src/kinds/reference/Options.tsx': 'src/kinds/inputs.ts',
}

it('every part that opens a panel is pressed on its texts in a story', () => {
  const opening = globSync('src/**/*.tsx').filter(
    file => !file.includes('.stories.') && /from '[^']*\/Popover\.tsx'/.test(readFileSync(file, 'utf8')),
  )
  const story = readFileSync('.storybook/pages/choices.stories.tsx', 'utf8')
  expect(opening.length).toBeGreaterThan(4)
  expect(opening.filter(file => !story.includes(`'../../${openedBy[file] ?? file}'`))).toEqual([])
})
