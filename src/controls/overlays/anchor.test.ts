import { describe, expect, it } from 'vitest'
import { placePanel } from './anchor.ts'

const view = { width: 1000, height: 800 }
const panel = { width: 200, height: 300 }
const at = (left: number, top: number) => ({ left, right: left + 100, top, bottom: top + 36 })

describe('place of a panel', () => {
  it('is under its anchor where there is room', () => {
    expect(placePanel(at(50, 100), panel, view, 'bottom-start')).toMatchObject({ left: 50, top: 140 })
  })
  it('flips above near the bottom', () => {
    expect(placePanel(at(50, 700), panel, view, 'bottom-start').top).toBe(396)
  })
  it('never leaves the window', () => {
    expect(placePanel(at(950, 100), panel, view, 'bottom-start').left).toBe(792)
    expect(placePanel(at(0, 100), panel, view, 'bottom-end').left).toBe(8)
  })
  it('is as tall as the room it has', () => {
    expect(placePanel(at(50, 300), { width: 200, height: 2000 }, view, 'bottom-start').maxHeight).toBe(452)
  })
})
