# Installed files and Debian packages: `cmake --install BUILD`, or `cpack -G DEB --config BUILD/CPackConfig.cmake`.
# Package ndem has the command line and all that ships; package scree has the window and needs ndem.
include(GNUInstallDirs)

set(desktop_files ${PROJECT_SOURCE_DIR}/resources/desktop)
set(package_files ${PROJECT_BINARY_DIR}/packages)
file(MAKE_DIRECTORY ${package_files})
find_program(GZIP_PROGRAM gzip REQUIRED)

# A build tree outside the source tree finds scenes and manual by this link, so that programs name no path of it.
cmake_path(IS_PREFIX PROJECT_SOURCE_DIR ${PROJECT_BINARY_DIR} NORMALIZE is_inside)
if(NOT is_inside)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/resources ${PROJECT_BINARY_DIR}/resources SYMBOLIC)
endif()

# Programs print their man pages while they are built: those under a sanitizer, or of another processor, are not packed.
if(SCREE_SANITIZE OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
  return()
endif()

# Compresses a file as Debian wants documents: without name and time, so that the same input gives the same bytes.
function(scree_compressed source result)
  add_custom_command(
    OUTPUT ${result}
    COMMAND ${GZIP_PROGRAM} -9 -n -c ${source} > ${result}
    DEPENDS ${source}
    VERBATIM)
endfunction()

# Man page and shell completions of a program, printed by itself and so always those of its options, and its documents.
function(scree_install_program program man completion)
  install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${program})
  set(page ${package_files}/${program}.1)
  add_custom_command(OUTPUT ${page} COMMAND ${program} ${man} > ${page} DEPENDS ${program} VERBATIM)
  scree_compressed(${page} ${page}.gz)
  install(FILES ${page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${program})
  set(made ${page}.gz)
  foreach(shell bash zsh fish)
    set(script ${package_files}/${program}.${shell})
    add_custom_command(OUTPUT ${script} COMMAND ${program} ${completion} ${shell} > ${script} DEPENDS ${program} VERBATIM)
    list(APPEND made ${script})
  endforeach()
  set(data ${CMAKE_INSTALL_DATADIR})
  install(FILES ${package_files}/${program}.bash DESTINATION ${data}/bash-completion/completions RENAME ${program}
          COMPONENT ${program})
  install(FILES ${package_files}/${program}.zsh DESTINATION ${data}/zsh/vendor-completions RENAME _${program}
          COMPONENT ${program})
  install(FILES ${package_files}/${program}.fish DESTINATION ${data}/fish/vendor_completions.d COMPONENT ${program})
  add_custom_target(${program}_documents ALL DEPENDS ${made})
  install(FILES ${desktop_files}/copyright ${PROJECT_SOURCE_DIR}/.github/THIRD_PARTY.md
          DESTINATION ${data}/doc/${program} COMPONENT ${program})
  if(EXISTS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
    install(FILES ${package_files}/changelog.gz DESTINATION ${data}/doc/${program} COMPONENT ${program})
  endif()
endfunction()

if(EXISTS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
  scree_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${package_files}/changelog.gz)
  add_custom_target(scree_changelog ALL DEPENDS ${package_files}/changelog.gz)
endif()

scree_install_program(ndem man completion)
foreach(folder scenes studies manual truth validation)
  if(EXISTS ${PROJECT_SOURCE_DIR}/resources/${folder})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/scree
            COMPONENT ndem PATTERN make_pictures EXCLUDE)
  endif()
endforeach()
# The manual names sections of the method.
scree_compressed(${PROJECT_SOURCE_DIR}/engine/METHOD.md ${package_files}/METHOD.md.gz)
add_custom_target(scree_method ALL DEPENDS ${package_files}/METHOD.md.gz)
install(FILES ${package_files}/METHOD.md.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ndem COMPONENT ndem)
set(CPACK_COMPONENTS_ALL ndem)

if(TARGET scree)
  list(APPEND CPACK_COMPONENTS_ALL scree)
  scree_install_program(scree --man --completion)
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES ${desktop_files}/scree.desktop DESTINATION ${share}/applications COMPONENT scree)
  install(FILES ${desktop_files}/scree.metainfo.xml DESTINATION ${share}/metainfo COMPONENT scree)
  install(FILES ${desktop_files}/scree-mime.xml DESTINATION ${share}/mime/packages RENAME scree.xml COMPONENT scree)
  install(FILES ${desktop_files}/scree.svg DESTINATION ${share}/icons/hicolor/scalable/apps COMPONENT scree)
  find_program(RSVG_CONVERT_PROGRAM rsvg-convert)
  if(RSVG_CONVERT_PROGRAM)
    foreach(size 16 22 24 32 48 64 128 256 512)
      set(icon ${package_files}/icons/${size}/scree.png)
      add_custom_command(
        OUTPUT ${icon}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${package_files}/icons/${size}
        COMMAND ${RSVG_CONVERT_PROGRAM} -w ${size} -h ${size} -o ${icon} ${desktop_files}/scree.svg
        DEPENDS ${desktop_files}/scree.svg
        VERBATIM)
      install(FILES ${icon} DESTINATION ${share}/icons/hicolor/${size}x${size}/apps COMPONENT scree)
      list(APPEND icons ${icon})
    endforeach()
    add_custom_target(scree_icons ALL DEPENDS ${icons})
  else()
    message(STATUS "Only the scalable icon is installed: other sizes need rsvg-convert (package librsvg2-bin)")
  endif()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scree)
set(CPACK_PACKAGE_VENDOR Scree)
set(CPACK_PACKAGE_CONTACT "Scree developers <scree@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_NDEM_PACKAGE_NAME ndem)
set(CPACK_DEBIAN_NDEM_PACKAGE_SUGGESTS scree)
set(CPACK_DEBIAN_NDEM_DESCRIPTION
    "granular material by nonsmooth discrete elements
Runs scenes of grains and machines without a window, and writes numbers,
tables and files for ParaView. The engine takes large implicit steps; grains
that move together are merged into rigid aggregates and split before they
would flow. With the package scree it films scenes too (ndem render).")

set(CPACK_DEBIAN_SCREE_PACKAGE_NAME scree)
# Scenes and manual are in ndem. Loaded or looked up at run time: platform plugins of Qt, OpenGL by Dear ImGui, a font.
set(CPACK_DEBIAN_SCREE_PACKAGE_DEPENDS "ndem (= ${PROJECT_VERSION}), qt6-qpa-plugins, libgl1, fonts-dejavu-core")
set(CPACK_DEBIAN_SCREE_PACKAGE_RECOMMENDS "shared-mime-info, desktop-file-utils")
set(CPACK_DEBIAN_SCREE_PACKAGE_SUGGESTS qt6-wayland)
set(CPACK_DEBIAN_SCREE_DESCRIPTION
    "live view of granular material, with its rules at hand
Pour sand, ore or gravel, tilt it, tumble it in a drum, and watch every grain
push on its neighbours while you change the solver, the materials and the
machines. Scree shows, beside the moving grains, how exact the solution is
and what each stage of a step costs, goes back in time and makes films.")
include(CPack)
