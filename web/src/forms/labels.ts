/** In the languages of the application. */
type Names = Readonly<Record<'en' | 'fr', string>>;

/** Of the schemas of the server's own content model; others are named after their fields. */
const properties: Readonly<Record<string, Names>> = {
  'dc:title': { en: 'Title', fr: 'Titre' },
  'dc:description': { en: 'Description', fr: 'Description' },
  'dc:subjects': { en: 'Subjects', fr: 'Sujets' },
  'dc:rights': { en: 'Rights', fr: 'Droits' },
  'dc:source': { en: 'Source', fr: 'Source' },
  'dc:coverage': { en: 'Coverage', fr: 'Couverture' },
  'dc:created': { en: 'Created', fr: 'Créé le' },
  'dc:modified': { en: 'Modified', fr: 'Modifié le' },
  'dc:issued': { en: 'Issued', fr: 'Publié le' },
  'dc:valid': { en: 'Valid from', fr: 'Valable à partir du' },
  'dc:expired': { en: 'Expires', fr: 'Expire le' },
  'dc:format': { en: 'Format', fr: 'Format' },
  'dc:language': { en: 'Language', fr: 'Langue' },
  'dc:creator': { en: 'Author', fr: 'Auteur' },
  'dc:contributors': { en: 'Contributors', fr: 'Contributeurs' },
  'dc:lastContributor': { en: 'Last contributor', fr: 'Dernier contributeur' },
  'dc:nature': { en: 'Nature', fr: 'Nature' },
  'dc:publisher': { en: 'Publisher', fr: 'Éditeur' },
  'file:content': { en: 'Main file', fr: 'Fichier principal' },
  'files:files': { en: 'Attachments', fr: 'Pièces jointes' },
  'note:note': { en: 'Text', fr: 'Texte' },
  'note:mime_type': { en: 'Format of the text', fr: 'Format du texte' },
  'uid:uid': { en: 'Identifier', fr: 'Identifiant' },
  'uid:major_version': { en: 'Major version', fr: 'Version majeure' },
  'uid:minor_version': { en: 'Minor version', fr: 'Version mineure' },
  'common:icon': { en: 'Icon', fr: 'Icône' },
  'common:icon-expanded': { en: 'Icon when open', fr: 'Icône ouverte' },
  'nxtag:tags': { en: 'Tags', fr: 'Étiquettes' },
  'picture:headline': { en: 'Headline', fr: 'Titre de l’image' },
  'picture:subheadline': { en: 'Subheadline', fr: 'Sous-titre' },
  'picture:byline': { en: 'Byline', fr: 'Signature' },
  'picture:dateline': { en: 'Dateline', fr: 'Lieu et date' },
  'picture:slugline': { en: 'Slug line', fr: 'Mot-clé de dépêche' },
  'picture:credit': { en: 'Credit', fr: 'Crédit' },
  'picture:language': { en: 'Language', fr: 'Langue' },
  'picture:source': { en: 'Source', fr: 'Source' },
  'picture:origin': { en: 'Origin', fr: 'Origine' },
  'picture:genre': { en: 'Genre', fr: 'Genre' },
  'picture:caption': { en: 'Caption', fr: 'Légende' },
  'picture:typage': { en: 'Kind of picture', fr: 'Type d’image' },
  'picture:views': { en: 'Sizes', fr: 'Tailles' },
  'picture:info': { en: 'Picture facts', fr: 'Données de l’image' },
  'imd:image_description': { en: 'Description in the file', fr: 'Description dans le fichier' },
  'imd:user_comment': { en: 'Comment in the file', fr: 'Commentaire dans le fichier' },
  'imd:equipment': { en: 'Camera', fr: 'Appareil' },
  'imd:date_time_original': { en: 'Taken', fr: 'Prise le' },
  'imd:xresolution': { en: 'Horizontal resolution', fr: 'Résolution horizontale' },
  'imd:yresolution': { en: 'Vertical resolution', fr: 'Résolution verticale' },
  'imd:pixel_xdimension': { en: 'Width in pixels', fr: 'Largeur en pixels' },
  'imd:pixel_ydimension': { en: 'Height in pixels', fr: 'Hauteur en pixels' },
  'imd:copyright': { en: 'Copyright', fr: 'Droits d’auteur' },
  'imd:exposure_time': { en: 'Exposure time', fr: 'Temps de pose' },
  'imd:iso_speed_ratings': { en: 'ISO speed', fr: 'Sensibilité ISO' },
  'imd:focal_length': { en: 'Focal length', fr: 'Distance focale' },
  'imd:color_space': { en: 'Colour space', fr: 'Espace de couleurs' },
  'imd:white_balance': { en: 'White balance', fr: 'Balance des blancs' },
  'imd:icc_profile': { en: 'Colour profile', fr: 'Profil de couleurs' },
  'imd:orientation': { en: 'Orientation', fr: 'Orientation' },
  'imd:fnumber': { en: 'Aperture', fr: 'Ouverture' },
  'webc:isWebContainer': { en: 'Is a web site', fr: 'Est un site web' },
  'webc:name': { en: 'Name of the site', fr: 'Nom du site' },
};

const schemas: Readonly<Record<string, Names>> = {
  dublincore: { en: 'Description', fr: 'Description' },
  file: { en: 'File', fr: 'Fichier' },
  files: { en: 'Attachments', fr: 'Pièces jointes' },
  note: { en: 'Text', fr: 'Texte' },
  picture: { en: 'Picture', fr: 'Image' },
  image_metadata: { en: 'Facts of the picture file', fr: 'Données du fichier image' },
  video: { en: 'Video', fr: 'Vidéo' },
  audio: { en: 'Audio', fr: 'Audio' },
  uid: { en: 'Identifier and version', fr: 'Identifiant et version' },
  common: { en: 'Appearance', fr: 'Apparence' },
};

export function propertyLabel(name: string, language: keyof Names): string {
  return properties[name]?.[language] ?? wordsOf(name.slice(name.indexOf(':') + 1));
}

export function schemaLabel(name: string, language: keyof Names): string {
  return schemas[name]?.[language] ?? wordsOf(name);
}

/** `startDate`, `start_date` and `start-date` are read as `Start date`; `URL` stays. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
