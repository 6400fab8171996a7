import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import { drawWays, type StatesPicture, type WayFollow } from '../../../model/ways/drawWays.ts'

interface Props {
  readonly field: Field
  /** The state in which a record is. */
  readonly present?: unknown
  readonly say: Translate
  /** The sequel of each way, by its id. */
  readonly follows?: ReadonlyMap<string, readonly WayFollow[]>
}

/** An approval comes before the step, what an automation or a notice does after it. */
const dashes = { approval: '6 3', automation: 'none', notice: '2 3' } as const

/** Draws the states of a choice with the ways between them, and what comes of these; all of it is told in words below. */
export function WaysPicture({ field, present, say, follows }: Props) {
  const id = useId()
  const picture = drawWays(field, follows)
  const { width, height, left, box, boxes, arrows } = picture
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
        <Follows picture={picture} tip={`${id}-tip`} />
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
              {follows?.get(way.id)?.length ? (
                <chakra.ul ps="4" listStyleType="disc">
                  {follows.get(way.id)?.map(({ kind, words }) => (
                    <li key={`${kind} ${words}`}>{words}</li>
                  ))}
                </chakra.ul>
              ) : null}
            </li>
          ))}
        </chakra.ol>
      </chakra.figcaption>
    </chakra.figure>
  )
}

/** Boxes below the states, each after the number of its way. */
function Follows({ picture: { follows, followPlace, box }, tip }: { readonly picture: StatesPicture; readonly tip: string }) {
  return follows.map(({ number, follow: { kind }, title, y }) => (
    <g key={`${number} ${kind} ${y}`}>
      <text x={8} y={y + box.height / 2 + 4} textAnchor="middle" fill="currentColor" fontSize="11px">
        {number}
      </text>
      <path
        d={`M 16 ${y + box.height / 2} L ${followPlace.left} ${y + box.height / 2}`}
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.55"
        strokeDasharray={dashes[kind]}
        markerEnd={`url(#${tip})`}
      />
      <chakra.rect
        x={followPlace.left}
        y={y}
        width={`${followPlace.width}px`}
        height={`${box.height}px`}
        rx={box.height / 2}
        fill="bg"
        stroke="currentColor"
        strokeDasharray={dashes[kind]}
      />
      <text x={followPlace.left + 14} y={y + box.height / 2 + 4} fill="currentColor">
        {title}
      </text>
    </g>
  ))
}
