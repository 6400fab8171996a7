import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { VisitReply, VisitRows } from '../../../api/visit.ts'

/** The published values of a visitor's record. */
export const VisitFacts = ({ facts }: { readonly facts: VisitReply['fatos'] }) =>
  facts.length === 0 ? null : (
    <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="2">
      {facts.map(({ titulo, texto }) => (
        <chakra.div key={titulo} display="contents">
          <chakra.dt color="fg.muted">{titulo}</chakra.dt>
          <chakra.dd whiteSpace="pre-line" overflowWrap="anywhere">
            {texto}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )

type Row = VisitRows['itens'][number]

interface Props {
  readonly rows: VisitRows
  /** Further content of a row, below its facts. */
  readonly below?: (row: Row, index: number) => ReactNode
}

/** Its rows, each a card: they are filled on phones. */
export const VisitRowList = ({ rows, below }: Props) => (
  <chakra.section display="flex" flexDirection="column" gap="3" aria-label={rows.titulo}>
    <chakra.h2 textStyle="section">{rows.titulo}</chakra.h2>
    <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="3" m="0" p="0">
      {rows.itens.map((row, index) => (
        <chakra.li key={row.id} borderWidth="1px" borderColor="border" borderRadius="lg" p="3" minWidth="0">
          {/* Each control below is named by its column alone: the group says of which row. */}
          <chakra.div role="group" aria-labelledby={`linha-${row.id}`} display="flex" flexDirection="column" gap="2">
            <chakra.p id={`linha-${row.id}`} fontWeight="600" overflowWrap="anywhere">
              {row.titulo}
            </chakra.p>
            <VisitFacts facts={row.fatos} />
            {below?.(row, index)}
          </chakra.div>
        </chakra.li>
      ))}
    </chakra.ol>
  </chakra.section>
)
