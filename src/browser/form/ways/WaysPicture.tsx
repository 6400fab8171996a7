import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import { drawWays } from '../../../model/ways/drawWays.ts'

interface Props {
  readonly field: Field
  /** The state in which a record is. */
  readonly present?: unknown
  readonly say: Translate
}

/** Draws the states of a choice with the ways between them; each way is told in words below. */
export function WaysPicture({ field, present, say }: Props) {
  const id = useId()
  const { width, height, left, box, boxes, arrows } = drawWays(field)
  const titleOf = (value: unknown): string => field.choices?.find(choice => choice.value === value)?.title ?? String(value)
  return (
    <chakra.figure m="0">
      <chakra.svg
        role="img"
        aria-label={say('way.picture', { field: field.title })}
        aria-describedby={`${id}-words`}
        viewBox={`0 0 ${width} ${height}`}
        width={`${width}px`}
        maxWidth="100%"
        color="fg"
        fontSize="13px"
      >
        <marker id={`${id}-tip`} viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
          <path d="M 0 0 L 8 4 L 0 8 z" fill="currentColor" />
        </marker>
        {arrows.map(({ path, number, x, y, way }) => (
          <g key={`${way.id} ${path}`}>
            <path d={path} fill="none" stroke="currentColor" strokeOpacity="0.55" markerEnd={`url(#${id}-tip)`} />
            <chakra.text
              x={x}
              y={y + 4}
              textAnchor="middle"
              fill="currentColor"
              stroke="bg"
              strokeWidth="4px"
              paintOrder="stroke"
              fontSize="11px"
            >
              {number}
            </chakra.text>
          </g>
        ))}
        {boxes.map(({ value, title, y }) => (
          <g key={String(value)}>
            <chakra.rect
              x={left}
              y={y}
              width={`${box.width}px`}
              height={`${box.height}px`}
              rx={6}
              fill={value === present ? 'accent.subtle' : 'bg'}
              stroke="currentColor"
              strokeWidth={value === present ? '2px' : '1px'}
            />
            <text x={left + box.width / 2} y={y + box.height / 2 + 4} textAnchor="middle" fill="currentColor">
              {title}
            </text>
          </g>
        ))}
      </chakra.svg>
      <chakra.figcaption id={`${id}-words`} mt="2" textStyle="note">
        <chakra.ol ps="5">
          {field.ways?.list.map(way => (
            <li key={way.id}>
              {say('way.words', {
                way: way.title,
                from: way.from?.map(titleOf).join(', ') ?? say('way.any'),
                to: titleOf(way.to),
              })}
            </li>
          ))}
        </chakra.ol>
      </chakra.figcaption>
    </chakra.figure>
  )
}
