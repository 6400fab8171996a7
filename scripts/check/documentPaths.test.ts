import { expect, test } from 'vitest'
import { missingPaths } from './documentPaths.ts'

const paths = [
  'README.md',
  'docs/api.md',
  'src/server/http/readRoutes.ts',
  'src/server/query/filter.ts',
  'src/browser/list/filter.ts',
]
const missing = (text: string, path = 'docs/walk.md') =>
  missingPaths(
    [
      { path, text },
      { path: 'docs/api.md', text: '# API\n\n## The `filter`, and more\n\n## Calls\n\n## Calls\n' },
    ],
    [...paths, path],
  )

test('links lead to files, folders and anchors', () => {
  expect(
    missing('[a](api.md) [b](../README.md) [c](api.md#the-filter-and-more) [d](../src/server/) [e](api.md#calls-1)'),
  ).toEqual([])
  expect(missing('# Here\n[a](#here) [b](https://example.com/none.md#x)')).toEqual([])
  expect(missing('\n[a](other.md) [b](api.md#calls-2) [c](#there)')).toEqual([
    'docs/walk.md:2: other.md leads nowhere',
    'docs/walk.md:2: api.md#calls-2 leads nowhere',
    'docs/walk.md:2: #there leads nowhere',
  ])
  expect(missing('[a](docs/none.md)', 'CHANGELOG.md')).toHaveLength(1)
})

test('code spans name what exists', () => {
  expect(
    missing('`src/server`, `src/server/http/`, `filter.ts`, `query/filter.ts`, `src/*/query/*.ts`, `src/**/filter.ts`'),
  ).toEqual([])
  expect(missing('`src/<room>/a.ts`, `tests/VERSION.tar.gz`, `npm run src/none.ts`, `GET /docs/none`')).toEqual([])
  expect(missing('```\n`src/none.ts`\n```')).toEqual([])
  expect(missing('`src/server/jobs` and `none.ts`, `src/*/none/*.ts`')).toEqual([
    'docs/walk.md:1: src/server/jobs does not exist',
    'docs/walk.md:1: none.ts does not exist',
    'docs/walk.md:1: src/*/none/*.ts does not exist',
  ])
  expect(missing('`src/none.ts`', 'CHANGELOG.md')).toEqual([])
})

test('a walk names each step where it stands', () => {
  const walk = (steps: string): string => `## List\n\nTo read along, in \`src/server\`: ${steps}\n\n- then \`query/filter.ts\`\n`
  expect(missing(walk('`http/readRoutes.ts`'))).toEqual([])
  expect(missing(walk('`http/readRoutes.ts` → `list/filter.ts`'))).toEqual(['docs/walk.md:3: list/filter.ts does not exist'])
  expect(missing(`${walk('`http/readRoutes.ts`')}## Next\n\n\`list/filter.ts\``)).toEqual([])
})
