import type { PropertyMap } from '../../automation/values.ts';
import type { TextStyle } from '../../conversion/tasks/pdf/text-style.ts';
import type { WatermarkParams, WatermarkPosition } from '../../conversion/tasks/pdf-watermark.ts';
import { colorOf, fontNameOf, fontSizes, numberWithin, wrongParameter } from './pdf-parameters.ts';

/** How a watermark looks: names and defaults of the API, the same for texts and pictures. */
const defaults = {
  fontFamily: 'Helvetica',
  fontSize: '72',
  rotation: '0',
  hex255Color: '#000000',
  alphaColor: '0.5',
  xPosition: '0',
  yPosition: '0',
  invertX: 'false',
  invertY: 'false',
  relativeCoordinates: 'false',
  scale: '1',
};

type PropertyName = keyof typeof defaults;

const pointsMax = 14_400;

interface WatermarkProperties {
  readonly look: WatermarkParams['look'];
  readonly style: TextStyle;
  readonly scale: number;
}

/** @throws AppError operation.parameter-invalid naming the property */
export function readWatermarkProperties(given: PropertyMap): WatermarkProperties {
  const texts: Record<string, string> = { ...defaults };
  for (const [name, value] of given) {
    if (!(name in defaults)) {
      throw wrongParameter('properties', `names of ${Object.keys(defaults).join(', ')}`);
    }
    if (value !== null && value !== '') texts[name] = String(value).trim();
  }
  const number = (name: PropertyName, min: number, max: number) =>
    numberWithin(`properties, ${name}`, Number(texts[name]), { min, max });
  const isRelative = flagOf('relativeCoordinates', texts);
  const position = (name: 'x' | 'y'): WatermarkPosition => {
    const [property, inversion] = [`${name}Position`, `invert${name.toUpperCase()}`] as const;
    const distance = isRelative
      ? number(property as PropertyName, 0, 1)
      : number(property as PropertyName, -pointsMax, pointsMax);
    return { distance, isRelative, isInverted: flagOf(inversion as PropertyName, texts) };
  };
  return {
    look: {
      x: position('x'),
      y: position('y'),
      rotation: number('rotation', -360, 360),
      opacity: number('alphaColor', 0, 1),
    },
    style: {
      fontName: fontNameOf('properties, fontFamily', texts.fontFamily ?? ''),
      fontSize: number('fontSize', fontSizes.min, fontSizes.max),
      color: colorOf('properties, hex255Color', texts.hex255Color ?? ''),
    },
    scale: number('scale', 0.001, 1_000),
  };
}

function flagOf(name: PropertyName, texts: Readonly<Record<string, string>>): boolean {
  const text = texts[name]?.toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw wrongParameter(`properties, ${name}`, 'true or false');
}
