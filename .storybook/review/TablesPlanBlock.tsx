import { chakra } from '@chakra-ui/react/styled-system'
import type { TablesPlan } from '../../scripts/review/review.ts'
import { Banner } from '../../src/controls/Banner.tsx'

const Statements = chakra('pre', {
  base: {
    mt: '2',
    p: '4',
    overflow: 'auto',
    maxHeight: '30rem',
    bg: 'bg.subtle',
    borderRadius: 'md',
    fontFamily: 'mono',
    fontSize: '0.75rem',
    lineHeight: '1.125rem',
    _focusVisible: { outlineOffset: '-2px' },
  },
})

const Words = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    textStyle: 'table',
    '& > li': { px: '4', py: '2', borderTopWidth: '1px', borderColor: 'border.muted', _first: { borderTopWidth: 0 } },
    '& summary': { color: 'accent.fg', fontWeight: 'medium' },
  },
})

/** Shows the needs of the tables: changes by themselves, and those that ask for a migration. */
export function TablesPlanBlock({ plan: { migrations, words, steps, refusals, notices } }: { readonly plan: TablesPlan }) {
  const statements = [...migrations.map(name => `-- ${name}.sql`), ...steps.map(step => `${step};`)]
  return (
    <>
      {refusals.map(({ place, why, file, statement }) => (
        <Banner key={place} tone="danger" title={`${place}: pede uma migração`}>
          <p>{why}</p>
          <chakra.code fontFamily="mono" fontSize="0.75rem" overflowWrap="anywhere">
            {file}: {statement}
          </chakra.code>
        </Banner>
      ))}
      {notices.map(notice => (
        <Banner key={notice} tone="neutral">
          {notice}
        </Banner>
      ))}
      {statements.length > 0 ? (
        <Words>
          {words.map(text => (
            <li key={text}>{text}</li>
          ))}
          <li>
            <details>
              <summary>Comandos ({statements.length})</summary>
              <Statements role="region" aria-label="Comandos" tabIndex={0}>
                {statements.join('\n')}
              </Statements>
            </details>
          </li>
        </Words>
      ) : (
        <p>As tabelas já estão como as definições pedem.</p>
      )}
    </>
  )
}
